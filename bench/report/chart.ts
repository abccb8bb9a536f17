import * as echarts from 'echarts';
import { allClasses } from '../compare/summary.ts';
import type { CorpusResult } from './result.ts';

/** Draws an SVG: for every query class, the mean time of each engine as a dot, on a logarithmic scale. */
export function chartOf(result: CorpusResult, command: 'COUNT' | 'IDS', ours: string): string {
  const summaries = result.classes.filter((summary) => summary.command === command && summary.class !== allClasses);
  const classes = [...new Set(summaries.map((summary) => summary.class))].sort().reverse();
  const engines = [...new Set(summaries.map((summary) => summary.engine))];
  const find = (name: string, engine: string) =>
    summaries.find((summary) => summary.class === name && summary.engine === engine);
  const widest = (name: string) =>
    summaries.filter((summary) => summary.class === name).reduce((a, b) => (b.queries > a.queries ? b : a));
  const series = [
    { name: ours, data: classes.map((name) => widest(name).oursBest) },
    ...engines.map((engine) => ({ name: engine, data: classes.map((name) => find(name, engine)?.peerBest ?? null) })),
  ];
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width: 900, height: 120 + classes.length * 24 });
  chart.setOption({
    animation: false,
    backgroundColor: '#ffffff',
    color: ['#1a7f5a', '#c8553d', '#588b8b', '#8d6a9f', '#b08900', '#777777'],
    title: {
      left: 10,
      text: command === 'IDS' ? 'All ids of a query' : 'Count of a query',
      subtext: `${result.corpus}: ${result.items.toLocaleString('en')} items; mean microseconds, left is faster`,
    },
    legend: { top: 14, right: 10 },
    grid: { left: 180, right: 40, top: 70, bottom: 40 },
    xAxis: { type: 'log', name: 'µs', min: 0.1 },
    yAxis: { type: 'category', data: classes, splitLine: { show: true } },
    series: series.map((entry) => ({
      ...entry,
      data: entry.data.flatMap((value, index) => (value === null ? [] : [[Math.max(value, 0.1), classes[index]!]])),
      type: 'scatter' as const,
      symbolSize: entry.name === ours ? 13 : 9,
    })),
  });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
}
