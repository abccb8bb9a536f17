/** The style of pages, on screen and on paper. It refers to no file. */

const STYLE = `
*{box-sizing:border-box}
body{margin:0;color:#1b1f23;background:#fff;font:15px/1.45 system-ui,sans-serif;overflow-wrap:anywhere}
header,main,footer{max-width:66rem;margin:0 auto;padding:0 1.25rem}
header{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;justify-content:space-between;padding-block:1rem;border-bottom:2px solid var(--own)}
header p{margin:0;font-weight:600}
nav a{margin-inline-end:1rem}
a{color:#0a5286}
h1,h2{color:var(--own);line-height:1.2;break-after:avoid}
h1{font-size:1.7rem;margin:1.5rem 0 .5rem}
h2{font-size:1.25rem;margin:2rem 0 .5rem}
h3{font-size:1.05rem;margin:0 0 .5rem;break-after:avoid}
table{border-collapse:collapse;width:100%;margin:.5rem 0}
caption{text-align:start;font-weight:600;padding:.5rem 0}
th,td{padding:.25rem .6rem .25rem 0;text-align:start;vertical-align:top;border-bottom:1px solid #d8dde2}
thead th{border-bottom:2px solid #8a949d;overflow-wrap:break-word}
th:first-child:not(.number),td:first-child:not(.number){min-width:7rem}
.number+:not(.number){padding-inline-start:.8rem}
tr{break-inside:avoid}
.facts th{width:13rem;font-weight:600;color:#454d55}
.number{text-align:end;font-variant-numeric:tabular-nums;white-space:nowrap}
.hash,code{font:13px/1.4 ui-monospace,monospace}
.card{display:grid;grid-template-columns:11rem minmax(0,1fr);gap:0 1.25rem;padding:1.1rem 0;border-top:1px solid #b8c0c8;break-inside:avoid-page}
.card>div{grid-column:2}
.card h2{margin-top:0}
.card>.thumb{grid-column:1;grid-row:1/span 2}
.thumb img{max-width:100%;max-height:11rem;border:1px solid #d8dde2}
.card .facts th{width:11rem}
.snippet{margin:.3rem 0;padding-inline-start:.7rem;border-inline-start:3px solid #d8dde2}
mark{background:#ffe58a;color:inherit}
.note{margin:.4rem 0;padding:.4rem .7rem;background:#f2f5f7;border-radius:4px}
.acting{font:11px ui-monospace,monospace;color:#7a2a00;border:1px solid #c99a7d;border-radius:3px;padding:0 2px;margin:0 1px}
.cut,.faint{color:#57606a}
.warn{color:#8a2a00;font-weight:600}
.sheet{display:grid;grid-template-columns:repeat(4,minmax(0,1fr));gap:1rem;padding:0;list-style:none}
.sheet li{break-inside:avoid;font-size:13px;line-height:1.35}
.sheet img{display:block;width:100%;height:9rem;object-fit:contain;background:#eef1f3;margin-bottom:.3rem}
.messages{padding:0;list-style:none}
.messages li{max-width:85%;width:fit-content;margin:.6rem 0;padding:.4rem .8rem;border:1px solid #d8dde2;border-radius:8px;break-inside:avoid}
.messages .own{margin-inline-start:auto;background:#eef4f7}
.messages p{margin:.2rem 0}
.messages pre{margin:.3rem 0;font:inherit}
.messages img{max-width:12rem;max-height:9rem}
.map{width:100%;height:auto;background:#e8f0f4;border:1px solid #b8c0c8}
.map path{fill:#c9d2c4}
.map circle{fill:#b3261e;fill-opacity:.75;stroke:#fff;stroke-width:.3}
.logo{max-height:5rem;max-width:20rem;margin-top:1.5rem}
pre{white-space:pre-wrap;font:13px/1.45 ui-monospace,monospace}
.evidence{border:1px solid #b8c0c8;padding:1rem;margin:1rem 0}
footer{padding-block:1rem 2rem;color:#57606a;font-size:13px}
@media screen and (max-width:44rem){th:first-child:not(.number),td:first-child:not(.number){min-width:0}thead th{overflow-wrap:anywhere}.number{white-space:normal}.card{grid-template-columns:minmax(0,1fr)}.card>div,.card>.thumb{grid-column:1;grid-row:auto}.facts th,.card .facts th{width:7.5rem}.sheet{grid-template-columns:repeat(2,minmax(0,1fr))}}
@media screen and (prefers-color-scheme:dark){
:root{color-scheme:dark}
body{color:#d8dee4;background:#15191d}
h1,h2{color:color-mix(in srgb,var(--own) 40%,#fff)}
a{color:#7cb7e8}
th,td,.thumb img,.messages li{border-color:#39424a}
thead th,.card,.snippet,.map{border-color:#55606a}
.facts th,.cut,.faint,footer{color:#a3afba}
mark{background:#6d5800;color:#fff}
.note,.sheet img,.messages .own{background:#232b32}
.acting{color:#ffb38a;border-color:#8a5a3a}
.warn{color:#ff9e70}
.map{background:#1b2a33}
.map path{fill:#4a5648}
.map circle{fill:#ff7a70;stroke:#15191d}
.evidence{color-scheme:light;color:#1b1f23;background:#fff}
.evidence a{color:#0a5286}
}
@page{margin:16mm 14mm}
@media print{body{font-size:10.5pt}header nav,footer nav{display:none}main,header,footer{max-width:none;padding-inline:0}a{color:inherit}.evidence{border:0;padding:0}.thumb:empty+div{grid-column:1/-1}mark,.map,.messages .own{print-color-adjust:exact}}
`;

export function styleOf(colour: string): string {
  return `:root{--own:${colour}}${STYLE}`;
}
