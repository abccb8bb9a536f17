/**
 * ASCII folding as IPED applies it to the whole text of a query before parsing: the table of Lucene 9's ASCIIFoldingFilter,
 * case kept. Letters lose their accents, and typographic quotes, dashes, brackets and full-width forms become the
 * ASCII characters that are operators.
 *
 * Entries are separated by `|`: the result, then the code points that have it, hexadecimal, ranges with `-`.
 */
const FOLDINGS = `
! ff01 | !! 203c | !? 2049 | " ab bb 201c-201e 2033 2036 275d-275e 276e-276f ff02 | # ff03 | $ ff04 | % 2052 ff05 | &
ff06 | ' 2018-201b 2032 2035 2039-203a 275b-275c ff07 | ( 207d 208d 2768 276a ff08 | (( 2e28 | (1) 2474 | (10) 247d |
(11) 247e | (12) 247f | (13) 2480 | (14) 2481 | (15) 2482 | (16) 2483 | (17) 2484 | (18) 2485 | (19) 2486 | (2) 2475
| (20) 2487 | (3) 2476 | (4) 2477 | (5) 2478 | (6) 2479 | (7) 247a | (8) 247b | (9) 247c | (a) 249c | (b) 249d | (c)
249e | (d) 249f | (e) 24a0 | (f) 24a1 | (g) 24a2 | (h) 24a3 | (i) 24a4 | (j) 24a5 | (k) 24a6 | (l) 24a7 | (m) 24a8 |
(n) 24a9 | (o) 24aa | (p) 24ab | (q) 24ac | (r) 24ad | (s) 24ae | (t) 24af | (u) 24b0 | (v) 24b1 | (w) 24b2 | (x)
24b3 | (y) 24b4 | (z) 24b5 | ) 207e 208e 2769 276b ff09 | )) 2e29 | * 204e ff0a | + 207a 208a ff0b | , ff0c | -
2010-2014 207b 208b ff0d | . ff0e | / 2044 ff0f | 0 2070 2080 24ea 24ff ff10 | 1 b9 2081 2460 24f5 2776 2780 278a
ff11 | 1. 2488 | 10 2469 24fe 277f 2789 2793 | 10. 2491 | 11 246a 24eb | 11. 2492 | 12 246b 24ec | 12. 2493 | 13 246c
24ed | 13. 2494 | 14 246d 24ee | 14. 2495 | 15 246e 24ef | 15. 2496 | 16 246f 24f0 | 16. 2497 | 17 2470 24f1 | 17.
2498 | 18 2471 24f2 | 18. 2499 | 19 2472 24f3 | 19. 249a | 2 b2 2082 2461 24f6 2777 2781 278b ff12 | 2. 2489 | 20
2473 24f4 | 20. 249b | 3 b3 2083 2462 24f7 2778 2782 278c ff13 | 3. 248a | 4 2074 2084 2463 24f8 2779 2783 278d ff14
| 4. 248b | 5 2075 2085 2464 24f9 277a 2784 278e ff15 | 5. 248c | 6 2076 2086 2465 24fa 277b 2785 278f ff16 | 6. 248d
| 7 2077 2087 2466 24fb 277c 2786 2790 ff17 | 7. 248e | 8 2078 2088 2467 24fc 277d 2787 2791 ff18 | 8. 248f | 9 2079
2089 2468 24fd 277e 2788 2792 ff19 | 9. 2490 | : ff1a | ; 204f ff1b | < 276c 2770 ff1c | = 207c 208c ff1d | > 276d
2771 ff1e | ? ff1f | ?! 2048 | ?? 2047 | @ ff20 | A c0-c5 100 102 104 18f 1cd 1de 1e0 1fa 200 202 226 23a 1d00 1e00
1ea0 1ea2 1ea4 1ea6 1ea8 1eaa 1eac 1eae 1eb0 1eb2 1eb4 1eb6 24b6 ff21 | AA a732 | AE c6 1e2 1fc 1d01 | AO a734 | AU
a736 | AV a738 a73a | AY a73c | B 181-182 243 299 1d03 1e02 1e04 1e06 24b7 ff22 | C c7 106 108 10a 10c 187 23b 297
1d04 1e08 24b8 ff23 | D d0 10e 110 189-18b 1d05-1d06 1e0a 1e0c 1e0e 1e10 1e12 24b9 a779 ff24 | DZ 1c4 1f1 | Dz 1c5
1f2 | E c8-cb 112 114 116 118 11a 18e 190 204 206 228 246 1d07 1e14 1e16 1e18 1e1a 1e1c 1eb8 1eba 1ebc 1ebe 1ec0 1ec2
1ec4 1ec6 24ba 2c7b ff25 | F 191 1e1e 24bb a730 a77b a7fb ff26 | G 11c 11e 120 122 193 1e4-1e7 1f4 262 29b 1e20 24bc
a77d-a77e ff27 | H 124 126 21e 29c 1e22 1e24 1e26 1e28 1e2a 24bd 2c67 2c75 ff28 | HV 1f6 | I cc-cf 128 12a 12c 12e
130 196-197 1cf 208 20a 26a 1d7b 1e2c 1e2e 1ec8 1eca 24be a7fe ff29 | IJ 132 | J 134 248 1d0a 24bf ff2a | K 136 198
1e8 1d0b 1e30 1e32 1e34 24c0 2c69 a740 a742 a744 ff2b | L 139 13b 13d 13f 141 23d 29f 1d0c 1e36 1e38 1e3a 1e3c 24c1
2c60 2c62 a746 a748 a780 ff2c | LJ 1c7 | LL 1efa | Lj 1c8 | M 19c 1d0d 1e3e 1e40 1e42 24c2 2c6e a7fd a7ff ff2d | N d1
143 145 147 14a 19d 1f8 220 274 1d0e 1e44 1e46 1e48 1e4a 24c3 ff2e | NJ 1ca | Nj 1cb | O d2-d6 d8 14c 14e 150 186
19f-1a0 1d1 1ea 1ec 1fe 20c 20e 22a 22c 22e 230 1d0f-1d10 1e4c 1e4e 1e50 1e52 1ecc 1ece 1ed0 1ed2 1ed4 1ed6 1ed8 1eda
1edc 1ede 1ee0 1ee2 24c4 a74a a74c ff2f | OE 152 276 | OO a74e | OU 222 1d15 | P 1a4 1d18 1e54 1e56 24c5 2c63 a750
a752 a754 ff30 | Q 24a 24c6 a756 a758 ff31 | R 154 156 158 210 212 24c 280-281 1d19-1d1a 1e58 1e5a 1e5c 1e5e 24c7
2c64 a75a a782 ff32 | S 15a 15c 15e 160 218 1e60 1e62 1e64 1e66 1e68 24c8 a731 a785 ff33 | SS 1e9e | T 162 164 166
1ac 1ae 21a 23e 1d1b 1e6a 1e6c 1e6e 1e70 24c9 a786 ff34 | TH de a766 | TZ a728 | U d9-dc 168 16a 16c 16e 170 172 1af
1d3 1d5 1d7 1d9 1db 214 216 244 1d1c 1d7e 1e72 1e74 1e76 1e78 1e7a 1ee4 1ee6 1ee8 1eea 1eec 1eee 1ef0 24ca ff35 | V
1b2 245 1d20 1e7c 1e7e 1efc 24cb a75e a768 ff36 | VY a760 | W 174 1f7 1d21 1e80 1e82 1e84 1e86 1e88 24cc 2c72 ff37 |
X 1e8a 1e8c 24cd ff38 | Y dd 176 178 1b3 232 24e 28f 1e8e 1ef2 1ef4 1ef6 1ef8 1efe 24ce ff39 | Z 179 17b 17d 1b5 21c
224 1d22 1e90 1e92 1e94 24cf 2c6b a762 ff3a | [ 2045 2772 ff3b | \\ ff3c | ] 2046 2773 ff3d | ^ 2038 ff3e | _ ff3f |
a e0-e5 101 103 105 1ce 1df 1e1 1fb 201 203 227 250 259-25a 1d8f 1d95 1e01 1e9a 1ea1 1ea3 1ea5 1ea7 1ea9 1eab 1ead
1eaf 1eb1 1eb3 1eb5 1eb7 2090 2094 24d0 2c65 2c6f ff41 | aa a733 | ae e6 1e3 1fd 1d02 | ao a735 | au a737 | av a739
a73b | ay a73d | b 180 183 253 1d6c 1d80 1e03 1e05 1e07 24d1 ff42 | c e7 107 109 10b 10d 188 23c 255 1e09 2184 24d2
a73e-a73f ff43 | d f0 10f 111 18c 221 256-257 1d6d 1d81 1d91 1e0b 1e0d 1e0f 1e11 1e13 24d3 a77a ff44 | db 238 | dz
1c6 1f3 2a3 2a5 | e e8-eb 113 115 117 119 11b 1dd 205 207 229 247 258 25b-25e 29a 1d08 1d92-1d94 1e15 1e17 1e19 1e1b
1e1d 1eb9 1ebb 1ebd 1ebf 1ec1 1ec3 1ec5 1ec7 2091 24d4 2c78 ff45 | f 192 1d6e 1d82 1e1f 1e9b 24d5 a77c ff46 | ff fb00
| ffi fb03 | ffl fb04 | fi fb01 | fl fb02 | g 11d 11f 121 123 1f5 260-261 1d77 1d79 1d83 1e21 24d6 a77f ff47 | h 125
127 21f 265-266 2ae-2af 1e23 1e25 1e27 1e29 1e2b 1e96 24d7 2c68 2c76 ff48 | hv 195 | i ec-ef 129 12b 12d 12f 131 1d0
209 20b 268 1d09 1d62 1d7c 1d96 1e2d 1e2f 1ec9 1ecb 2071 24d8 ff49 | ij 133 | j 135 1f0 237 249 25f 284 29d 24d9 2c7c
ff4a | k 137 199 1e9 29e 1d84 1e31 1e33 1e35 24da 2c6a a741 a743 a745 ff4b | l 13a 13c 13e 140 142 19a 234 26b-26d
1d85 1e37 1e39 1e3b 1e3d 24db 2c61 a747 a749 a781 ff4c | lj 1c9 | ll 1efb | ls 2aa | lz 2ab | m 26f-271 1d6f 1d86
1e3f 1e41 1e43 24dc ff4d | n f1 144 146 148-149 14b 19e 1f9 235 272-273 1d70 1d87 1e45 1e47 1e49 1e4b 207f 24dd ff4e
| nj 1cc | o f2-f6 f8 14d 14f 151 1a1 1d2 1eb 1ed 1ff 20d 20f 22b 22d 22f 231 254 275 1d16-1d17 1d97 1e4d 1e4f 1e51
1e53 1ecd 1ecf 1ed1 1ed3 1ed5 1ed7 1ed9 1edb 1edd 1edf 1ee1 1ee3 2092 24de 2c7a a74b a74d ff4f | oe 153 1d14 | oo
a74f | ou 223 | p 1a5 1d71 1d7d 1d88 1e55 1e57 24df a751 a753 a755 a7fc ff50 | q 138 24b 2a0 24e0 a757 a759 ff51 | qp
239 | r 155 157 159 211 213 24d 27c-27f 1d63 1d72-1d73 1d89 1e59 1e5b 1e5d 1e5f 24e1 a75b a783 ff52 | s 15b 15d 15f
161 17f 219 23f 282 1d74 1d8a 1e61 1e63 1e65 1e67 1e69 1e9c-1e9d 24e2 a784 ff53 | ss df | st fb06 | t 163 165 167 1ab
1ad 21b 236 287-288 1d75 1e6b 1e6d 1e6f 1e71 1e97 24e3 2c66 ff54 | tc 2a8 | th fe 1d7a a767 | ts 2a6 | tz a729 | u
f9-fc 169 16b 16d 16f 171 173 1b0 1d4 1d6 1d8 1da 1dc 215 217 289 1d64 1d99 1e73 1e75 1e77 1e79 1e7b 1ee5 1ee7 1ee9
1eeb 1eed 1eef 1ef1 24e4 ff55 | ue 1d6b | v 28b-28c 1d65 1d8c 1e7d 1e7f 24e5 2c71 2c74 a75f ff56 | vy a761 | w 175
1bf 28d 1e81 1e83 1e85 1e87 1e89 1e98 24e6 2c73 ff57 | x 1d8d 1e8b 1e8d 2093 24e7 ff58 | y fd ff 177 1b4 233 24f 28e
1e8f 1e99 1ef3 1ef5 1ef7 1ef9 1eff 24e8 ff59 | z 17a 17c 17e 1b6 21d 225 240 290-291 1d76 1d8e 1e91 1e93 1e95 24e9
2c6c a763 ff5a | { 2774 ff5b | } 2775 ff5d | ~ 2053 ff5e
`;

const FOLDED: ReadonlyMap<number, string> = readFoldings();

/** Returns the folded form of a UTF-16 unit, or null if it stays. Nothing outside the basic plane is folded. */
export function asciiOf(unit: number): string | null {
  return unit < 0x80 ? null : (FOLDED.get(unit) ?? null);
}

function readFoldings(): Map<number, string> {
  const folded = new Map<number, string>();
  for (const entry of FOLDINGS.split('|')) {
    const [text = '', ...ranges] = entry.trim().split(/\s+/);
    for (const range of ranges) {
      const [first = 0, last = first] = range.split('-').map((unit) => Number.parseInt(unit, 16));
      for (let unit = first; unit <= last; unit++) folded.set(unit, text);
    }
  }
  return folded;
}
