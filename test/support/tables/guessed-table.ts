/** A table with many guesses: rows above its header, notations, a date in two columns, an ambiguous one, a misfit. */
export const GUESSED_TABLE = [
  'Report of today,,,,,',
  'Name,File Size (KB),Date,Time,Opened,Note',
  'file10.txt,717.398,13/04/2021,10:20:30,2021-03-04,007',
  'file2.txt,135.73,14/04/2021,11:20:30,2021-03-05,1/2',
  ...Array.from({ length: 18 }, (_, i) => `file${i + 20}.txt,${i}.5,15/04/2021,11:20:${10 + i},2021-03-06,x`),
  'file3.txt,12 KB,15/04/2021,11:20:30,Not a time,y',
  '',
].join('\n');
