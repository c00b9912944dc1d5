// The table behind a chart follows the chart's choice of VM.
import { short } from "./format.js";

function rowsOf(spec, view) {
  if (spec.kind === "percentiles") {
    return view.lines.flatMap((line) => line.points.map((point) => [line.name, String(point[0]), short(point[1])]));
  }
  return view.lines[0].mid.map((_, i) => [
    short(spec.from + i * spec.step),
    ...view.lines.flatMap((line) => (line.low ? [line.mid, line.low, line.high] : [line.mid]).map((v) => short(v[i]))),
  ]);
}

export function fillTable(table, spec, chosen) {
  const body = document.createElement("tbody");
  for (const cells of rowsOf(spec, spec.views[chosen])) {
    const row = body.insertRow();
    cells.forEach((cell, i) => {
      const element = document.createElement(i === 0 ? "th" : "td");
      if (i === 0) {
        element.scope = "row";
      }
      element.textContent = cell;
      row.append(element);
    });
  }
  table.tBodies[0].replaceWith(body);
}
