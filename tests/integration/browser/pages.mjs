// node pages.mjs MODULES CHROMIUM OUT PAGE...: opens each page offline in a real browser, in light and dark, wide and narrow,
// and prints what it found as JSON: {page: {problems: [...], charts: n}}. Screenshots go to OUT.
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [modules, executablePath, out, ...pages] = process.argv.slice(2);
const { chromium } = createRequire(import.meta.url)(path.join(path.resolve(modules), "playwright-core"));
const views = [
  { name: "light", width: 1280, height: 900, colorScheme: "light" },
  { name: "dark", width: 1280, height: 900, colorScheme: "dark" },
  { name: "phone", width: 375, height: 800, colorScheme: "light" },
];

// Counts pixels of an image that differ from its corner, and those close to one of the colours. In a page of its own.
async function pixels(scratch, png, colours) {
  return scratch.evaluate(async ({ data, colours }) => {
    const image = new Image();
    image.src = "data:image/png;base64," + data;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.width;
    canvas.height = image.height;
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const rgba = context.getImageData(0, 0, canvas.width, canvas.height).data;
    const wanted = colours.map((c) => [1, 3, 5].map((i) => parseInt(c.slice(i, i + 2), 16)));
    let inked = 0;
    let coloured = 0;
    for (let i = 0; i < rgba.length; i += 4) {
      const off = (colour) => Math.max(...colour.map((value, k) => Math.abs(value - rgba[i + k])));
      inked += off([rgba[0], rgba[1], rgba[2]]) > 24 ? 1 : 0;
      coloured += wanted.some((colour) => off(colour) <= 24) ? 1 : 0;
    }
    return { all: rgba.length / 4, inked, coloured };
  }, { data: png.toString("base64"), colours });
}

async function look(context, scratch, file, view) {
  const problems = [];
  const page = await context.newPage();
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") {
      problems.push("console: " + message.text());
    }
  });
  page.on("pageerror", (error) => problems.push("error: " + error.message));
  const address = pathToFileURL(path.resolve(file)).href;
  page.on("request", (request) => {
    if (request.url() !== address && !request.url().startsWith("data:")) {
      problems.push("asked for " + request.url());
    }
  });
  await page.goto(address, { waitUntil: "load" });
  const stated = await page.evaluate(() => ({
    scripts: document.querySelectorAll("script[data-chart]").length,
    drawn: Number(document.documentElement.dataset.charts || 0),
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    odd: (document.body.innerText.match(/\b(NaN|Infinity|undefined|null|-nan|inf)\b/g) || []),
    nameless: [...document.querySelectorAll(".plot")].filter((p) => !p.getAttribute("aria-label") || p.getAttribute("role") !== "img").length,
    tableless: [...document.querySelectorAll("figure")].filter((f) => !f.querySelector("details table tbody tr")).length,
    colours: ["1", "2", "3", "4", "5", "6"].map((n) => getComputedStyle(document.documentElement).getPropertyValue("--series-" + n).trim()),
  }));
  if (stated.scripts === 0 || stated.scripts !== stated.drawn) {
    problems.push(`${stated.drawn} of ${stated.scripts} charts drawn`);
  }
  if (stated.overflow > 1) {
    problems.push(`the page is ${stated.overflow} px wider than the window`);
  }
  if (stated.odd.length > 0) {
    problems.push("the text holds " + stated.odd.join(", "));
  }
  if (stated.nameless > 0 || stated.tableless > 0) {
    problems.push(`${stated.nameless} charts without a name, ${stated.tableless} without a table`);
  }
  const plots = await page.locator(".plot").all();
  for (let i = 0; i < plots.length; i += Math.max(1, Math.floor(plots.length / 12))) {
    await plots[i].scrollIntoViewIfNeeded();
    const found = await pixels(scratch, await plots[i].screenshot(), stated.colours);
    if (found.inked < 0.01 * found.all || found.coloured < 60) {
      problems.push(`chart ${i}: ${found.inked} of ${found.all} pixels drawn, ${found.coloured} in a series' colour`);
    }
  }
  await page.screenshot({ path: path.join(out, `${path.basename(file, ".html")}-${view.name}.png`), fullPage: true });
  if (view.name === "light") {
    problems.push(...await walk(page), ...await choose(page), ...await print(page, file));
  }
  await page.close();
  return { charts: stated.drawn, problems: problems.map((text) => view.name + ": " + text) };
}

// By keyboard alone: the skip link comes first, summaries open by Enter, wide tables and choices can be reached.
async function walk(page) {
  const problems = [];
  await page.evaluate(() => window.scrollTo(0, 0));
  const kinds = new Set();
  for (let i = 0; i < 200; ++i) {
    await page.keyboard.press("Tab");
    const kind = await page.evaluate(() => {
      const one = document.activeElement;
      return one.classList.contains("skip") ? "skip" : one.classList.contains("wide") ? "table" : one.tagName.toLowerCase();
    });
    if (i === 0 && kind !== "skip") {
      problems.push("the first stop of the Tab key is " + kind + ", not the skip link");
    }
    if (kind === "summary" && !kinds.has("summary")) {
      await page.keyboard.press("Enter");
      if (!(await page.evaluate(() => document.activeElement.parentElement.open))) {
        problems.push("Enter does not open what is folded");
      }
    }
    kinds.add(kind);
  }
  for (const kind of ["summary", "table"]) {
    if (!kinds.has(kind)) {
      problems.push("the Tab key reaches no " + kind);
    }
  }
  return problems;
}

// Another VM: the chart and its table change, and the table has as many rows as before.
async function choose(page) {
  const state = () => page.evaluate(() => {
    const figure = document.querySelector("figure select").closest("figure");
    return { svg: figure.querySelector("svg").outerHTML, table: figure.querySelector("tbody").textContent,
      cells: figure.querySelectorAll("tbody tr:first-child > *").length,
      titles: figure.querySelectorAll("thead th").length };
  });
  if (await page.locator("figure select").count() === 0) {
    return [];
  }
  await page.locator("figure select").first().selectOption({ index: 0 });
  const first = await state();
  await page.locator("figure select").first().selectOption({ index: 1 });
  const second = await state();
  const problems = [];
  if (first.svg === second.svg || first.table === second.table) {
    problems.push("choosing another VM changes nothing");
  }
  if (second.cells !== second.titles) {
    problems.push(`a row has ${second.cells} cells under ${second.titles} titles`);
  }
  return problems;
}

async function print(page, file) {
  await page.emulateMedia({ media: "print" });
  const wide = await page.evaluate(() => [...document.querySelectorAll(".plot svg")].filter(
    (svg) => svg.getBoundingClientRect().right > document.documentElement.clientWidth + 1).length);
  await page.emulateMedia({ media: null });
  const pdf = await page.pdf({ path: path.join(out, path.basename(file, ".html") + ".pdf"), format: "A4" });
  const problems = wide > 0 ? [`${wide} charts are cut off in print`] : [];
  return pdf.length > 20000 ? problems : [...problems, "the printed page is empty"];
}

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const report = {};
for (const file of pages) {
  report[file] = { charts: 0, problems: [] };
  for (const view of views) {
    const context = await browser.newContext({
      viewport: { width: view.width, height: view.height }, colorScheme: view.colorScheme, offline: true,
    });
    const scratch = await context.newPage();
    const seen = await look(context, scratch, file, view);
    report[file].charts = seen.charts;
    report[file].problems.push(...seen.problems);
    await context.close();
  }
}
await browser.close();
console.log(JSON.stringify(report, null, 1));
