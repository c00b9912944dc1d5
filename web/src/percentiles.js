// Latency by percentile on the axis that HdrHistogram plots use: each step right is one nine more.
import { axisStyle, dashes, escaped, legend, legendHeight, short, tooltip } from "./format.js";

const nines = (percentile) => Math.log10(1 / (1 - percentile / 100));
const percent = (value) => 100 * (1 - Math.pow(10, -value));

function percentText(value) {
  const digits = value < 99 ? 1 : Math.min(6, Math.max(1, Math.ceil(-Math.log10(1 - value / 100))));
  return value.toLocaleString("en-US", { maximumFractionDigits: digits }) + " %";
}

export function percentilesOption(spec, theme, chosen, width) {
  const view = spec.views[chosen];
  const names = view.lines.map((line) => line.name);
  let most = 1;
  let lowest = Infinity;
  for (const line of view.lines) {
    for (const [percentile, value] of line.points) {
      most = Math.max(most, nines(percentile));
      lowest = value > 0 ? Math.min(lowest, value) : lowest;
    }
  }
  return {
    grid: { left: 8, right: 24, top: 32 + legendHeight(names, width), bottom: 4, containLabel: true },
    legend: legend(theme, names),
    tooltip: tooltip(theme, (items) =>
      "<b>" + percentText(percent(items[0].value[0])) + "</b><br>" +
      items.map((item) => escaped(item.seriesName) + ": " + short(item.value[1]) + " " + spec.unit).join("<br>")),
    xAxis: {
      type: "value", min: 0, max: Math.ceil(most), interval: 1, ...axisStyle(theme),
      axisLabel: { color: theme.ink, hideOverlap: true, formatter: (value) => percentText(percent(value)) },
    },
    yAxis: {
      type: "log", name: spec.unit, ...axisStyle(theme), nameTextStyle: { color: theme.soft, align: "left" },
      min: Number.isFinite(lowest) ? Math.pow(10, Math.floor(Math.log10(lowest))) : undefined,
      axisLabel: { color: theme.ink, formatter: short },
    },
    series: view.lines.map((line, i) => ({
      type: "line",
      name: line.name,
      data: line.points.filter((point) => point[1] > 0).map(([percentile, value]) => [nines(percentile), value]),
      symbol: "circle",
      symbolSize: 4,
      showSymbol: line.points.length === 1,
      lineStyle: { color: theme.series[i % theme.series.length], width: 2, type: dashes[i % dashes.length] },
      itemStyle: { color: theme.series[i % theme.series.length] },
      markLine: i > 0 ? undefined : {
        silent: true, symbol: "none", lineStyle: { color: theme.mark, type: "dashed" },
        label: { color: theme.ink, formatter: "p99" }, data: [{ xAxis: 2 }],
      },
    })),
  };
}
