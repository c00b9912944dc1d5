// Grouped bars with their 95 % intervals, as published reviews print TPS and latency by VM set.
import { axisStyle, escaped, legend, legendHeight, short, tooltip } from "./format.js";

function whiskers(series, place, count, theme) {
  const data = series.values
    .map((_, i) => [i, series.low ? series.low[i] : null, series.high ? series.high[i] : null])
    .filter((row) => row[1] !== null && row[2] !== null);
  return {
    type: "custom",
    name: series.name,
    data,
    silent: true,
    z: 10,
    tooltip: { show: false },
    encode: { x: 0, y: [1, 2] },
    renderItem(_, api) {
      const slots = api.barLayout({ barMinWidth: 2, barMaxWidth: 64, count });
      const x = api.coord([api.value(0), 0])[0] + slots[place].offsetCenter;
      const low = api.coord([0, api.value(1)])[1];
      const high = api.coord([0, api.value(2)])[1];
      const cap = Math.min(6, slots[place].width / 3);
      const line = (x1, y1, x2, y2) => ({
        type: "line",
        shape: { x1, y1, x2, y2 },
        style: { stroke: theme.ink, lineWidth: 1.5 },
      });
      return {
        type: "group",
        children: [line(x, low, x, high), line(x - cap, low, x + cap, low), line(x - cap, high, x + cap, high)],
      };
    },
  };
}

export function barsOption(spec, theme, _, width) {
  // A label that is wider than its bar would run into the next one; the table and the tooltip have it.
  const room = (width - 60) / spec.categories.length / (spec.series.length + 0.5);
  const longest = Math.max(...spec.series.flatMap((one) => one.values.map((v, i) => (v === null ? 0 : one.texts[i].length))));
  const crowded = 6.5 * Math.max(...spec.categories.map((name) => name.length)) > (width - 60) / spec.categories.length;
  const many = room < 6.5 * longest;
  const bars = spec.series.map((series, i) => ({
    type: "bar",
    name: series.name,
    data: series.values,
    barMaxWidth: 64,
    itemStyle: { color: theme.series[i % theme.series.length] },
    label: {
      show: !many,
      position: "insideBottom",
      distance: 6,
      rotate: 0,
      color: theme.page,
      textBorderColor: theme.series[i % theme.series.length],
      textBorderWidth: 3,
      formatter: (item) => (series.texts ? series.texts[item.dataIndex] : short(item.value)),
    },
  }));
  const withIntervals = spec.series
    .map((series, i) => whiskers(series, i, spec.series.length, theme))
    .filter((series) => series.data.length > 0);
  const names = spec.series.map((series) => series.name);
  const text = (series, i) => {
    const value = series.texts ? series.texts[i] : short(series.values[i]);
    const known = series.low && series.low[i] !== null;
    return value + " " + spec.unit + (known ? ` (95 %: ${short(series.low[i])} to ${short(series.high[i])})` : "");
  };
  return {
    grid: { left: 8, right: 12, top: 28 + legendHeight(names, width), bottom: 4, containLabel: true },
    legend: legend(theme, names),
    tooltip: tooltip(theme, (items) => {
      const i = items[0].dataIndex;
      const rows = spec.series
        .filter((series) => series.values[i] !== null)
        .map((series) => (names.length > 1 ? escaped(series.name) + ": " : "") + escaped(text(series, i)));
      return "<b>" + escaped(spec.categories[i]) + "</b><br>" + (rows.join("<br>") || "n/a");
    }),
    xAxis: {
      type: "category", data: spec.categories, ...axisStyle(theme), splitLine: { show: false },
      axisLabel: crowded
        ? { color: theme.ink, interval: 0, rotate: 40, width: 150, overflow: "truncate", fontSize: 11 }
        : { color: theme.ink, hideOverlap: true },
    },
    yAxis: { type: "value", name: spec.unit, nameLocation: "end", nameTextStyle: { align: "left" }, ...axisStyle(theme), min: 0 },
    series: [...bars, ...withIntervals],
  };
}
