/** What the pictures of the story show: harbours, ships, a warehouse and a bird, drawn as SVG in the light of an hour of the day. */
import { Random } from './random.mjs';

/** Sky from top to horizon, water, land, and what shines. */
const LIGHT = {
  day: {
    sky: ['#6fb1e4', '#dcebf4'],
    water: ['#3f7f9f', '#1f4f6d'],
    land: '#56646b',
    glow: '#fff6d8',
    dark: '#27343b',
  },
  dawn: {
    sky: ['#8093c4', '#f6cfa9'],
    water: ['#a58d97', '#4b5874'],
    land: '#554f63',
    glow: '#fff0cf',
    dark: '#2c2b3d',
  },
  dusk: {
    sky: ['#2d3561', '#f0855a'],
    water: ['#a55d5c', '#2a2746'],
    land: '#33284a',
    glow: '#ffd9a0',
    dark: '#1b1630',
  },
  night: {
    sky: ['#070d1f', '#1c2c49'],
    water: ['#152440', '#060b18'],
    land: '#0b1120',
    glow: '#ffe9a8',
    dark: '#05080f',
  },
  fog: {
    sky: ['#aab4b8', '#d9dddc'],
    water: ['#9ca8ac', '#7c898e'],
    land: '#8d989c',
    glow: '#f4f4ee',
    dark: '#5b676c',
  },
};
const CARGO = ['#b5452c', '#2f6690', '#d9912b', '#4d7c4f', '#8a8f94', '#7b3b5a', '#c9b458'];

const box = (x, y, width, height, fill, more = '') =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" ${more}/>`;
const path = (d, fill, more = '') => `<path d="${d}" fill="${fill}" ${more}/>`;
const disc = (x, y, r, fill, more = '') => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" ${more}/>`;
const line = (d, stroke, width, more = '') =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" ${more}/>`;

/** Digits of seven strokes: no font is needed, which each machine would draw in its own way. */
const STROKES = ['abcdef', 'bc', 'abged', 'abgcd', 'fgbc', 'afgcd', 'afgedc', 'abc', 'abcdefg', 'abfgcd'];
const STROKE = {
  a: 'M0 0h10',
  b: 'M10 0v10',
  c: 'M10 10v10',
  d: 'M0 20h10',
  e: 'M0 10v10',
  f: 'M0 0v10',
  g: 'M0 10h10',
};

function digits(number, x, y, size, stroke) {
  return [...String(number)]
    .map((digit, n) => {
      const d = [...STROKES[Number(digit)]].map((name) => STROKE[name]).join('');
      return `<g transform="translate(${x + n * size * 0.85} ${y}) scale(${size / 20})">${line(d, stroke, 3.4)}</g>`;
    })
    .join('');
}

/** 400 x 300 units, whatever the size of the picture. */
function backdrop(light, horizon, water = true) {
  const { sky, water: sea } = LIGHT[light];
  const shade = (id, [from, to]) =>
    `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`;
  return `<defs>${shade('sky', sky)}${shade('sea', sea)}</defs>${box(0, 0, 400, 300, 'url(#sky)')}${
    water ? box(0, horizon, 400, 300 - horizon, 'url(#sea)') : ''
  }`;
}

function ripples(random, light, horizon, x, spread) {
  return Array.from({ length: 26 }, (_, n) => {
    const y = horizon + 4 + n * ((296 - horizon) / 26);
    const width = 6 + random.below(10 + n * 2);
    const at = x + (random.below(100) / 50 - 1) * (spread + n * 1.6);
    return line(`M${(at - width).toFixed(1)} ${y.toFixed(1)}h${width * 2}`, LIGHT[light].glow, 1.2, 'opacity=".35"');
  }).join('');
}

function stars(random) {
  return Array.from({ length: 40 }, () =>
    disc(random.below(400), random.below(140), 0.5 + random.below(5) / 8, '#fff', 'opacity=".7"'),
  ).join('');
}

function stack(random, x, y, columns, rows) {
  return Array.from({ length: columns * rows }, (_, n) => {
    const [column, row] = [n % columns, Math.floor(n / columns)];
    if (row === rows - 1 && random.below(3) === 0) return '';
    return box(x + column * 21, y - (row + 1) * 10, 20, 9.4, random.pick(CARGO));
  }).join('');
}

function vessel(random, x, y, scale, hull, lit) {
  const windows = [0, 1, 2, 3].map((n) => box(158 + n * 6, -38, 3.4, 3, lit ? '#ffe9a8' : '#39505c')).join('');
  return `<g transform="translate(${x} ${y}) scale(${scale})">${stack(random, 10, -1, 6, 3)}${path('M-8 0H190L178 26H8Z', hull)}${box(0, 18, 184, 8, '#6d2620', 'opacity=".6"')}${box(150, -44, 30, 44, '#eef0ee')}${box(148, -48, 34, 5, '#cfd4d4')}${windows}${box(168, -62, 8, 16, hull)}${line('M160 -48V-70', '#ddd', 1.4)}</g>`;
}

function crane(x, y, colour) {
  return `<g transform="translate(${x} ${y})">${line('M0 0V-120M34 0V-120M0 -60H34M-60 -120H70M-50 -120L17 -150L60 -120M17 -150V-120M0 -118L34 -60M34 -118L0 -60', colour, 4)}${line('M-40 -120V-62', colour, 1.5)}${box(-49, -62, 20, 9, '#b5452c')}</g>`;
}

function lamp(x, y, light) {
  return `${line(`M${x} ${y}V${y - 70}h12`, LIGHT[light].dark, 3)}${path(`M${x + 12} ${y - 70}L${x - 22} ${y}H${x + 48}Z`, '#ffe9a8', 'opacity=".22"')}${disc(x + 12, y - 70, 3.5, '#ffe9a8')}`;
}

const scenes = {
  quay({ random, light, hue }) {
    return `${backdrop(light, 170)}${light === 'night' ? stars(random) : disc(310, 70, 22, LIGHT[light].glow, 'opacity=".85"')}${path('M0 170L60 150L120 163L210 148L300 165L400 152V176H0Z', LIGHT[light].land, 'opacity=".55"')}${ripples(random, light, 172, 310, 40)}${crane(300, 206, LIGHT[light].dark)}${vessel(random, 40, 196, 1.15, hue, light === 'night')}${path('M0 300L400 300V246L230 262L0 250Z', LIGHT[light].dark)}${stack(random, 262, 252, 6, 3)}${light === 'night' ? lamp(60, 256, light) : ''}`;
  },
  sea({ random, light, hue }) {
    return `${backdrop(light, 180)}${disc(270, 150, 34, LIGHT[light].glow, 'opacity=".9"')}${ripples(random, light, 182, 270, 16)}${vessel(random, 60, 190, 0.62, hue, light !== 'day')}${line('M40 60q8 -8 16 0q8 -8 16 0M96 84q6 -6 12 0q6 -6 12 0', LIGHT[light].dark, 2)}`;
  },
  containers({ random, light, hue, number }) {
    const crates = Array.from({ length: 12 }, (_, n) => {
      const [x, y] = [-30 + (n % 3) * 152, 250 - Math.floor(n / 3) * 70];
      const fill = n === 4 ? hue : random.pick(CARGO);
      const ribs = Array.from({ length: 17 }, (_, k) =>
        line(`M${x + 8 + k * 8} ${y + 5}v54`, '#000', 2.4, 'opacity=".16"'),
      ).join('');
      return `${box(x, y, 148, 66, fill)}${ribs}${n === 4 && number !== undefined ? `${box(x + 30, y + 18, 92, 28, '#000', 'opacity=".18"')}${digits(number, x + 38, y + 23, 18, '#f4f1e6')}` : ''}`;
    });
    return `${backdrop(light, 300, false)}${crates.join('')}${path('M0 0H400V300Z', LIGHT[light].glow, 'opacity=".08"')}`;
  },
  seal({ light, hue, number }) {
    return `${backdrop(light, 300, false)}${box(0, 0, 400, 300, '#41535e')}${box(0, 0, 190, 300, '#384852')}${line('M190 0V300', '#222c33', 8)}${box(120, 96, 160, 26, '#76868f')}${box(120, 180, 160, 26, '#76868f')}${line('M200 60V240', '#c7cdd0', 16)}${disc(200, 62, 20, '#e3e7e8')}${path('M150 142h100a12 12 0 0 1 12 12v34a12 12 0 0 1 -12 12h-100a12 12 0 0 1 -12 -12v-34a12 12 0 0 1 12 -12z', hue)}${digits(number ?? 8801, 164, 160, 20, '#fff8e4')}${path('M0 0L220 0L0 200Z', '#fff', 'opacity=".06"')}`;
  },
  warehouse({ random, light, hue }) {
    return `${backdrop(light, 236, false)}${light === 'night' ? stars(random) : ''}${path('M0 300V236H400V300Z', LIGHT[light].dark)}${path('M40 236V110L130 84L220 110L310 84L380 106V236Z', light === 'night' ? '#1d2740' : '#7d7468')}${Array.from({ length: 24 }, (_, n) => line(`M${48 + n * 14} 118V236`, '#000', 1.6, 'opacity=".18"')).join('')}${box(96, 150, 84, 86, light === 'night' ? '#3c3327' : '#514a41')}${digits(7, 128, 116, 26, LIGHT[light].glow)}${light === 'night' ? path('M138 150L70 300H250L180 150Z', '#ffe9a8', 'opacity=".16"') : ''}${lamp(262, 236, light)}<g transform="translate(250 210)">${path('M0 30V0H62L84 14V30Z', hue)}${box(62, 4, 14, 10, '#9fb4bf')}${disc(18, 32, 8, '#111')}${disc(68, 32, 8, '#111')}</g>`;
  },
  lighthouse({ random, light }) {
    return `${backdrop(light, 205)}${path('M250 60L-40 20V120Z', LIGHT[light].glow, 'opacity=".28"')}${ripples(random, light, 208, 120, 60)}${path('M180 300Q210 214 300 214Q380 216 400 250V300Z', LIGHT[light].land)}${path('M238 216L246 74H274L282 216Z', '#f1ece2')}${[100, 142, 184].map((y) => path(`M${244 - (y - 100) / 20} ${y}h${32 + (y - 100) / 10}v18h-${32 + (y - 100) / 10}z`, '#b5452c')).join('')}${box(243, 52, 34, 22, '#2a3238')}${box(250, 55, 20, 14, LIGHT[light].glow)}${path('M240 52L260 34L280 52Z', '#b5452c')}`;
  },
  heron({ random, light }) {
    const reeds = Array.from({ length: 26 }, () => {
      const [x, height] = [random.below(400), 50 + random.below(90)];
      return line(
        `M${x} 300Q${x + 4} ${300 - height / 2} ${x + 10 - random.below(20)} ${300 - height}`,
        LIGHT[light].land,
        2.6,
      );
    });
    return `${backdrop(light, 190)}${disc(96, 84, 26, LIGHT[light].glow, 'opacity=".85"')}${ripples(random, light, 192, 96, 20)}${line('M206 210V276M222 212L226 276', '#39424a', 3)}${path('M160 190Q180 160 222 168Q252 176 262 214Q228 222 200 212Q176 206 160 190Z', '#7e93a6')}${path('M176 194Q206 176 262 214Q226 214 176 194Z', '#566b7e')}${line('M168 190Q150 168 166 146Q184 124 168 104', '#b9c6cf', 9)}${path('M176 98Q166 88 154 98Q150 108 166 110Z', '#e7edf0')}${path('M156 99L112 108L156 106Z', '#d9912b')}${line('M160 96Q184 94 200 104', '#27343b', 3)}${disc(160, 99, 1.8, '#111')}${reeds.join('')}`;
  },
  town({ random, light }) {
    const houses = Array.from({ length: 44 }, (_, n) => {
      const [x, row] = [(n % 11) * 38 - 8, Math.floor(n / 11)];
      const y = 120 + row * 34 + Math.sin((x + row * 70) / 80) * 16;
      const height = 34 + random.below(20);
      const wall = random.pick(['#f3e3c3', '#f7f1e6', '#e8b98a', '#cfdbe2', '#f0cdb8', '#e9d98f']);
      const panes = [0, 1, 2]
        .map((k) => box(x + 5 + k * 10, y + 8, 5, 8, light === 'day' ? '#6d7f8a' : '#ffe9a8'))
        .join('');
      return `${box(x, y, 36, height, wall)}${path(`M${x - 2} ${y}L${x + 18} ${y - 13}L${x + 38} ${y}Z`, '#b9553a')}${panes}`;
    });
    return `${backdrop(light, 256)}${disc(60, 60, 20, LIGHT[light].glow)}${path('M0 300V120Q120 60 220 96T400 70V300Z', LIGHT[light].land, 'opacity=".6"')}${houses.join('')}${box(0, 268, 400, 32, 'url(#sea)')}`;
  },
  party({ random, light }) {
    const lights = Array.from({ length: 20 }, (_, n) =>
      disc(10 + n * 20, 40 + Math.sin(n / 2) * 14, 4, random.pick(['#ffd66b', '#ff8f6b', '#9fe0a8', '#8fc4ff'])),
    );
    return `${backdrop('night', 300, false)}${box(0, 0, 400, 300, '#3a2a22')}${line('M0 44Q100 20 200 46T400 40', '#221712', 2)}${lights.join('')}${path('M318 240L352 80L386 240Z', '#2f5b3c')}${[110, 140, 170, 200].flatMap((y) => [0, 1, 2].map((n) => disc(338 + n * 12 + random.below(8), y + random.below(14), 3.4, random.pick(['#ffd66b', '#e2574c', '#8fc4ff'])))).join('')}${path('M0 300V236H400V300Z', '#6e4a2f')}${[60, 150, 250].map((x) => `${box(x, 176, 20, 62, '#2f5b3c')}${box(x + 6, 156, 8, 22, '#2f5b3c')}${box(x, 200, 20, 18, '#efe6cf')}`).join('')}${[104, 204].map((x) => `${box(x, 206, 9, 32, '#f4ecd8')}${path(`M${x + 4.5} 190q7 10 0 17q-7 -7 0 -17z`, '#ffc44d')}${disc(x + 4.5, 198, 26, '#ffc44d', 'opacity=".16"')}`).join('')}${digits(light === 'night' ? 2022 : 2023, 30, 84, 22, '#ffe9a8')}`;
  },
  table({ random }) {
    const writing = Array.from({ length: 11 }, (_, n) =>
      line(`M214 ${84 + n * 14}h${60 + random.below(70)}`, '#2b4a6b', 2.2, 'opacity=".75"'),
    );
    return `${box(0, 0, 400, 300, '#9a6b43')}${Array.from({ length: 9 }, (_, n) => line(`M0 ${18 + n * 34}H400`, '#7d5434', 3, 'opacity=".6"')).join('')}<g transform="rotate(6 280 160)">${box(200, 60, 160, 190, '#f6f1e3')}${writing.join('')}</g>${disc(104, 150, 66, '#e9e4da')}${disc(104, 150, 44, '#f8f6f1')}${disc(104, 150, 36, '#3b2417')}${path('M144 134q34 -4 30 18q-4 20 -34 12', 'none', 'stroke="#f8f6f1" stroke-width="8"')}${line('M330 40L372 210', '#1c2c49', 7)}`;
  },
  road({ random, light, hue }) {
    return `${backdrop(light, 300, false)}${light === 'night' ? stars(random) : disc(320, 60, 20, LIGHT[light].glow)}${path('M0 200Q110 170 210 196T400 180V300H0Z', LIGHT[light].land)}${path('M0 300L150 206H260L400 300Z', LIGHT[light].dark)}${[0, 1, 2, 3].map((n) => line(`M204 ${214 + n * 22}v${8 + n * 3}`, '#f3e9c8', 2 + n)).join('')}<g transform="translate(120 120)">${box(0, 0, 150, 84, hue)}${Array.from({ length: 14 }, (_, n) => line(`M${10 + n * 10} 6v72`, '#000', 2, 'opacity=".18"')).join('')}${path('M152 84V24H182L200 52V84Z', '#e7e2d4')}${path('M160 32H178L190 52H160Z', '#5d7786')}${[26, 56, 118, 178].map((x) => disc(x, 88, 13, '#111') + disc(x, 88, 5, '#777')).join('')}${light === 'night' ? path('M200 66L290 40V110L200 76Z', '#ffe9a8', 'opacity=".3"') : ''}</g>`;
  },
  /** A sheet, scanned: lines that stand for handwriting, and a stamp. */
  sheet({ random, number }) {
    const rows = Array.from({ length: 15 }, (_, n) => {
      const bumps = Array.from({ length: 12 + random.below(14) }, () => `q3 ${4 - random.below(9)} 8 0`).join('');
      return line(`M70 ${54 + n * 14}${bumps}`, '#35405c', 1.8);
    });
    return `${box(0, 0, 400, 300, '#cfc9bc')}<g transform="rotate(-1.5 200 150)">${box(40, 14, 320, 276, '#faf7ee')}${rows.join('')}${disc(300, 236, 34, 'none', 'stroke="#b5452c" stroke-width="3" opacity=".75"')}${digits(number ?? 5000, 268, 228, 17, '#b5452c')}</g>`;
  },
  /** A sketch of the way to a door. */
  plan({ hue }) {
    return `${box(0, 0, 400, 300, '#f4efe2')}${path('M0 214Q140 190 230 226T400 206V300H0Z', '#b8d4de')}${line('M0 150H260V40M120 150V260M260 90H400', '#8d8878', 12)}${line('M0 150H260V40M120 150V260M260 90H400', '#fff', 8)}${box(150, 62, 84, 60, '#d8cfb8')}${box(284, 112, 92, 62, '#d8cfb8')}${digits(7, 322, 128, 28, '#35405c')}${line('M20 150H258V92H300', '#b5452c', 3, 'stroke-dasharray="6 6"')}${line('M300 82l18 18m0 -18l-18 18', hue, 5)}${path('M40 40l8 -22l8 22l-8 -5z', '#35405c')}`;
  },
};

/** SVG of a scene; `seed` decides what lies where. */
export function scene(name, { width, height, light = 'day', hue = '#2f6690', number, seed = 1 }) {
  const drawn = scenes[name]({ random: new Random(seed), light, hue, number });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 400 300" preserveAspectRatio="xMidYMid slice">${drawn}</svg>`;
}

export const sceneNames = Object.keys(scenes);
