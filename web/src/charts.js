// Draws the charts of a page: each <script type="application/json" data-chart> holds one chart's numbers,
// made by src/page/chart.cpp. The numbers also stand in a table behind each chart, so a page without script loses nothing.
import * as echarts from "echarts/core";
import { BarChart, CustomChart, LineChart } from "echarts/charts";
import {
  AriaComponent,
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TooltipComponent,
} from "echarts/components";
import { SVGRenderer } from "echarts/renderers";
import { barsOption } from "./bars.js";
import { curveOption } from "./curve.js";
import { percentilesOption } from "./percentiles.js";
import { timesOption } from "./times.js";
import { fillTable } from "./table.js";

echarts.use([
  AriaComponent, BarChart, CustomChart, GridComponent, LegendComponent, LineChart, MarkAreaComponent,
  MarkLineComponent, SVGRenderer, TooltipComponent,
]);

const builders = { bars: barsOption, curve: curveOption, times: timesOption, percentiles: percentilesOption };
const drawn = [];
let printing = false;

// Colours come from the style sheet, so that there is one place for light and dark.
function theme() {
  const style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(name).trim();
  return {
    ink: colour("--ink"),
    soft: colour("--soft"),
    line: colour("--line"),
    page: colour("--page"),
    mark: colour("--mark"),
    phases: [colour("--phase-1"), colour("--phase-2")],
    series: ["1", "2", "3", "4", "5", "6"].map((n) => colour("--series-" + n)),
  };
}

function draw(entry) {
  const option = builders[entry.spec.kind](entry.spec, theme(), entry.view, entry.chart.getWidth());
  option.animation = false;
  option.aria = { enabled: true, label: { description: entry.label } };
  if (entry.spec.kind === "bars" && entry.spec.series.length > 1) {
    option.aria.decal = { show: true };
  }
  entry.chart.setOption(option, true);
}

function start(script) {
  const figure = script.closest("figure");
  const box = figure.querySelector(".plot");
  const spec = JSON.parse(script.textContent);
  box.style.height = (spec.height || 300) + "px";
  const entry = {
    spec,
    box,
    view: 0,
    label: box.getAttribute("aria-label"),
    chart: echarts.init(box, null, { renderer: "svg" }),
  };
  drawn.push(entry);
  draw(entry);
  const choice = figure.querySelector("select");
  if (choice) {
    choice.closest("label").hidden = false;
    choice.addEventListener("change", () => {
      entry.view = choice.selectedIndex;
      draw(entry);
      fillTable(figure.querySelector("details table"), spec, entry.view);
    });
  }
}

function redraw() {
  for (const entry of drawn) {
    entry.chart.resize(printing ? { width: Math.min(entry.box.clientWidth, 640) } : undefined);
    draw(entry);
  }
}

document.querySelectorAll("script[data-chart]").forEach(start);
document.documentElement.dataset.charts = String(drawn.length);

let waiting = 0;
window.addEventListener("resize", () => {
  window.clearTimeout(waiting);
  waiting = window.setTimeout(redraw, 100);
});
window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
for (const [event, value] of [["beforeprint", true], ["afterprint", false]]) {
  window.addEventListener(event, () => {
    printing = value;
    redraw();
  });
}
