// The page's style sheet: light and dark by the reader's setting, plain when printed.
#pragma once

namespace oltpsim::report::html {

inline constexpr const char* kPageStyle = R"css(
:root { color-scheme: light dark; --ink: #1b2330; --soft: #5a6675; --page: #ffffff; --card: #f3f6fa;
  --line: #d5dce5; --accent: #1f6fb2; --good: #1a7f4b; --bad: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6ebf2; --soft: #9aa7b6; --page: #12161c;
  --card: #1b222b; --line: #323c49; --accent: #6cb2ee; --good: #5fd09a; --bad: #ff8f86; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 70rem; padding: 1.5rem; background: var(--page); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { margin: 0 0 .5rem; font-size: 1.7rem; } h2 { margin: 2.5rem 0 .25rem; font-size: 1.3rem; }
p.quiet, .unit, caption { color: var(--soft); } p.quiet { margin: 0 0 1rem; }
.cards { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1rem 0; }
.card { flex: 1 1 9rem; padding: .75rem 1rem; background: var(--card); border: 1px solid var(--line); border-radius: .5rem; }
.card b { display: block; font-size: 1.5rem; font-variant-numeric: tabular-nums; }
.card span { color: var(--soft); font-size: .875rem; }
.box { margin: 1rem 0; padding: .75rem 1rem; border: 1px solid var(--line); border-left: .4rem solid var(--good); border-radius: .25rem; }
.box.bad { border-left-color: var(--bad); } .box.note { border-left-color: var(--accent); }
.box ul { margin: .25rem 0 0; padding-left: 1.25rem; }
.wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; font-size: .925rem; }
caption { text-align: left; padding: .25rem 0; } th, td { padding: .35rem .6rem; border-bottom: 1px solid var(--line); text-align: right; }
th.text, td.text { text-align: left; } tbody th { font-weight: 600; } thead th { color: var(--soft); font-weight: 600; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; } dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); gap: 1rem; }
figure { margin: 0; padding: .75rem; border: 1px solid var(--line); border-radius: .5rem; break-inside: avoid; }
figcaption { font-weight: 600; } .unit { font-weight: 400; }
svg { width: 100%; height: auto; } svg text { fill: var(--ink); font-size: 12px; } svg rect { fill: var(--accent); }
.grid { stroke: var(--line); } .mark { stroke: var(--soft); stroke-dasharray: 4 3; } .series { fill: none; stroke: var(--accent); stroke-width: 1.5; }
details { margin: .75rem 0; } summary { cursor: pointer; color: var(--soft); }
@media print { body { max-width: none; padding: 0; font-size: 11px; } details > * { display: block; } .box, .card, tr { break-inside: avoid; } }
)css";

}  // namespace oltpsim::report::html
