// A figure over time: the middle of each stretch as a line, its lowest and highest second as a band, phases shaded, events marked.
import { axisStyle, clock, dashes, escaped, legend, short, tooltip } from "./format.js";

function band(line, axis, x, colour) {
  if (!line.low) {
    return [];
  }
  const part = (values, extra) => ({
    type: "line",
    yAxisIndex: axis,
    stack: "band " + line.name,
    stackStrategy: "all",
    data: x.map((at, i) => [at, values(i)]),
    symbol: "none",
    silent: true,
    lineStyle: { opacity: 0 },
    tooltip: { show: false },
    ...extra,
  });
  return [
    part((i) => line.low[i]),
    part((i) => (line.low[i] === null ? null : line.high[i] - line.low[i]), {
      areaStyle: { color: colour, opacity: 0.25 },
    }),
  ];
}

function marksOf(spec, view, theme, whole) {
  const marks = [...(spec.marks || []), ...(view.marks || [])];
  return {
    silent: true,
    symbol: "none",
    lineStyle: { color: theme.mark, type: "dashed", width: 1.5 },
    label: { color: theme.ink, position: "insideEndTop", formatter: (item) => item.name },
    data: marks.map((mark) => ({ xAxis: mark.at, name: mark.text + (mark.plain ? "" : " " + clock(mark.at, whole)) })),
  };
}

export function timesOption(spec, theme, chosen) {
  const view = spec.views[chosen];
  const count = view.lines[0].mid.length;
  const x = Array.from({ length: count }, (_, i) => spec.from + i * spec.step);
  const end = spec.from + count * spec.step;
  const units = spec.units;
  const names = view.lines.map((line) => line.name);
  const axis = (line) => (line.axis === 1 ? 1 : 0);
  const series = view.lines.flatMap((line, i) => [
    ...band(line, axis(line), x, theme.series[i]),
    {
      type: "line",
      name: line.name,
      yAxisIndex: axis(line),
      data: x.map((at, n) => [at, line.mid[n]]),
      symbol: "circle",
      symbolSize: 4,
      showSymbol: count === 1,
      lineStyle: { color: theme.series[i], width: 1.8, type: dashes[i] },
      itemStyle: { color: theme.series[i] },
    },
  ]);
  series[series.length - 1].markLine = marksOf(spec, view, theme, end);
  series[0].markArea = {
    silent: true,
    label: { color: theme.soft, position: "insideTopLeft" },
    data: (spec.areas || []).map((area, i) => [
      { xAxis: area.from, name: area.text, itemStyle: { color: theme.phases[i % 2] } },
      { xAxis: area.to },
    ]),
  };
  return {
    grid: { left: 8, right: 16, top: names.length > 1 ? 56 : 32, bottom: 4, containLabel: true },
    legend: legend(theme, names),
    tooltip: tooltip(theme, (items) => {
      const i = Math.round((items[0].value[0] - spec.from) / spec.step);
      const rows = view.lines.map((line) => {
        const range = line.low && line.low[i] !== null && spec.step > 1
          ? ` (${short(line.low[i])} to ${short(line.high[i])} by the second)` : "";
        return escaped(line.name) + ": " + short(line.mid[i]) + " " + escaped(units[axis(line)]) + range;
      });
      return "<b>from " + clock(x[i], end) + "</b><br>" + rows.join("<br>");
    }),
    xAxis: {
      type: "value", min: spec.from, max: end, ...axisStyle(theme), splitLine: { show: false },
      axisLabel: { color: theme.ink, hideOverlap: true, formatter: (value) => clock(value, end) },
    },
    yAxis: units.map((unit, i) => ({
      type: "value", name: unit, min: 0, position: i === 0 ? "left" : "right",
      ...axisStyle(theme), ...(i > 0 ? { splitLine: { show: false } } : {}),
      nameTextStyle: { color: theme.soft, align: i === 0 ? "left" : "right" },
    })),
    series,
  };
}
