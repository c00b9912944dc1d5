// Latency against TPS, point by point in the order of the rates; what stands out is marked and named.
import { axisStyle, dashes, escaped, legend, legendHeight, short, tooltip } from "./format.js";

const symbols = ["circle", "rect", "triangle", "diamond"];

// Powers of ten around all values, so that the axis has labels at both ends.
function bounds(spec) {
  const values = spec.points.flatMap((point) => point.y).concat(spec.limit).filter((value) => value > 0);
  const power = (value, round) => Math.pow(10, round(Math.log10(value)));
  return values.length > 0
    ? { min: power(Math.min(...values), Math.floor), max: power(Math.max(...values) * 1.001, Math.ceil) }
    : {};
}

function marksOf(spec, theme) {
  const line = (color) => ({ color, type: "dashed", width: 1.5 });
  const marks = spec.points.filter((point) => point.mark !== "" && point.x !== null).map((point) => ({
    xAxis: point.x,
    name: point.mark,
    lineStyle: line(theme.mark),
    label: { color: theme.ink, position: "insideEndTop", formatter: (item) => item.name },
  }));
  if (spec.limit !== null) {
    marks.push({
      yAxis: spec.limit,
      name: spec.limit_text,
      lineStyle: line(theme.series[5]),
      label: { color: theme.ink, position: "insideStartTop", formatter: (item) => item.name },
    });
  }
  return { silent: true, symbol: "none", data: marks };
}

export function curveOption(spec, theme, _, width) {
  const names = spec.lines;
  const series = names.map((name, i) => {
    const color = theme.series[i % theme.series.length];
    return {
      type: "line",
      name,
      data: spec.points.map((point) => ({
        value: [point.x, point.y[i] > 0 ? point.y[i] : null],
        symbolSize: point.hollow ? 11 : 8,
        itemStyle: { color: point.hollow ? theme.page : color, borderColor: color, borderWidth: 2 },
      })),
      symbol: symbols[i % symbols.length],
      showAllSymbol: true,
      lineStyle: { color, width: 2, type: dashes[i % dashes.length] },
      itemStyle: { color },
    };
  });
  series[0].markLine = marksOf(spec, theme);
  return {
    grid: { left: 8, right: 24, top: 32 + legendHeight(names, width), bottom: 24, containLabel: true },
    legend: legend(theme, names),
    tooltip: tooltip(theme, (items) => {
      const point = spec.points[items[0].dataIndex];
      const rows = names.map((name, i) => escaped(name) + ": " + short(point.y[i]) + " " + escaped(spec.unit));
      return "<b>" + escaped(point.name) + ": " + short(point.x) + " " + escaped(spec.x_unit) + "</b><br>" +
        rows.join("<br>") + (point.remark ? "<br>" + escaped(point.remark) : "");
    }),
    xAxis: {
      type: "value", min: 0, ...axisStyle(theme), splitLine: { show: false },
      name: spec.x_name + ", " + spec.x_unit, nameLocation: "middle", nameGap: 28,
      axisLabel: { color: theme.ink, hideOverlap: true, formatter: short },
    },
    yAxis: {
      type: "log", name: spec.unit, ...bounds(spec), ...axisStyle(theme), nameTextStyle: { color: theme.soft, align: "left" },
      axisLabel: { color: theme.ink, formatter: short },
    },
    series,
  };
}
