// A figure over time: the middle of each stretch as a line, its lowest and highest second as a band, phases shaded, events marked.
import { axisStyle, clock, dashes, escaped, legend, legendHeight, short, tooltip } from "./format.js";

// Stretches without a gap, each as the outline from its lowest to its highest seconds.
function outlines(line, x) {
  const parts = [];
  let part = [];
  for (let i = 0; i <= x.length; ++i) {
    if (i < x.length && line.low[i] !== null && line.high[i] !== null) {
      part.push(i);
    } else if (part.length > 0) {
      parts.push([...part.map((n) => [x[n], line.high[n]]), ...part.reverse().map((n) => [x[n], line.low[n]])]);
      part = [];
    }
  }
  return parts;
}

function extremes(values) {
  return values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [Infinity, -Infinity]);
}

// A polygon and no stacked area, which would be wrong on a logarithmic axis.
function band(line, axis, x, colour, floor) {
  if (!line.low) {
    return [];
  }
  const parts = outlines(line, x);
  return [{
    type: "custom",
    name: line.name,
    yAxisIndex: axis,
    // Where a part begins and its extremes, so that the axis holds them.
    data: parts.map((part) => [part[0][0], ...extremes(part.map((point) => Math.max(point[1], floor)))]),
    encode: { x: 0, y: [1, 2] },
    itemStyle: { color: colour },
    silent: true,
    clip: true,
    tooltip: { show: false },
    renderItem: (params, api) => ({
      type: "polygon",
      shape: { points: parts[params.dataIndex].map(([at, value]) => api.coord([at, Math.max(value, floor)])) },
      style: { fill: colour, opacity: 0.25 },
    }),
  }];
}

// The power of ten below all values, for an axis that cannot begin at 0.
function floorOf(view) {
  const values = view.lines.flatMap((line) => [...line.mid, ...(line.low || [])]).filter((value) => value > 0);
  return values.length > 0 ? Math.pow(10, Math.floor(Math.log10(Math.min(...values)))) : 0.001;
}

// Ticks at whole seconds, minutes or hours.
function tickOf(whole) {
  const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 21600, 43200, 86400];
  return steps.find((step) => whole / step <= 9) || 7 * 86400;
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

export function timesOption(spec, theme, chosen, width) {
  const view = spec.views[chosen];
  const count = view.lines[0].mid.length;
  const x = Array.from({ length: count }, (_, i) => spec.from + i * spec.step);
  const end = spec.from + count * spec.step;
  const units = spec.units;
  const names = view.lines.map((line) => line.name);
  const floor = spec.log ? floorOf(view) : 0;
  const axis = (line) => (line.axis === 1 ? 1 : 0);
  const series = view.lines.flatMap((line, i) => [
    ...band(line, axis(line), x, theme.series[i], floor),
    {
      type: "line",
      name: line.name,
      yAxisIndex: axis(line),
      data: x.map((at, n) => [at, line.mid[n] === 0 && spec.log ? null : line.mid[n]]),
      symbol: "circle",
      symbolSize: 4,
      showSymbol: count === 1,
      lineStyle: { color: theme.series[i], width: 1.8, type: dashes[i] },
      itemStyle: { color: theme.series[i] },
    },
  ]);
  series[series.length - 1].markLine = marksOf(spec, view, theme, end);
  // The lines alone: a band is drawn by itself and knows no areas.
  series.find((one) => one.type === "line").markArea = {
    silent: true,
    label: { color: theme.soft, position: "insideTopLeft" },
    data: (spec.areas || []).map((area, i) => [
      { xAxis: area.from, name: area.text, itemStyle: { color: theme.phases[i % 2] } },
      { xAxis: area.to },
    ]),
  };
  return {
    grid: { left: 8, right: 16, top: 32 + legendHeight(names, width), bottom: 4, containLabel: true },
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
      type: "value", min: spec.from, max: end, interval: tickOf(end - spec.from), ...axisStyle(theme), splitLine: { show: false },
      axisLabel: { color: theme.ink, hideOverlap: true, formatter: (value) => clock(value, end) },
    },
    yAxis: units.map((unit, i) => ({
      type: spec.log ? "log" : "value", name: unit, min: floor, position: i === 0 ? "left" : "right",
      ...axisStyle(theme), axisLabel: { color: theme.ink, formatter: short }, ...(i > 0 ? { splitLine: { show: false } } : {}),
      nameTextStyle: { color: theme.soft, align: i === 0 ? "left" : "right" },
    })),
    series,
  };
}
