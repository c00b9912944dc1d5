// The style sheet of HTML pages: light and dark by the reader's setting, light when printed. Colours of text keep a contrast of
// 4.5 : 1 to what is behind them, colours of charts 3 : 1 (tests/unit/page checks that).
#pragma once

namespace oltpsim::page {

inline constexpr const char* kStyle = R"css(
:root { color-scheme: light dark; --ink: #1b2330; --soft: #566273; --page: #ffffff; --card: #f3f6fa;
  --line: #d5dce5; --accent: #1f6fb2; --good: #1a7f4b; --bad: #b3261e; --warn: #96590a; --mark: #6b4fa0;
  --phase-1: rgba(110, 125, 145, .14); --phase-2: rgba(31, 111, 178, .10);
  --series-1: #1f6fb2; --series-2: #c2570c; --series-3: #14804a; --series-4: #8e3fa8; --series-5: #7a6400; --series-6: #b3261e; }
@media screen and (prefers-color-scheme: dark) { :root { --ink: #e6ebf2; --soft: #9aa7b6; --page: #12161c;
  --card: #1b222b; --line: #323c49; --accent: #6cb2ee; --good: #5fd09a; --bad: #ff8f86; --warn: #f0b35c; --mark: #b79cf0;
  --phase-1: rgba(150, 165, 185, .14); --phase-2: rgba(108, 178, 238, .12);
  --series-1: #6cb2ee; --series-2: #f2955c; --series-3: #5fd09a; --series-4: #d59cec; --series-5: #d8c15a; --series-6: #ff8f86; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 76rem; padding: 1.5rem; background: var(--page); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
a { color: var(--accent); } .skip { position: absolute; left: -99rem; } .skip:focus { left: 1rem; top: .5rem; background: var(--page); padding: .25rem .5rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
h1 { margin: 0 0 .5rem; font-size: 1.7rem; overflow-wrap: anywhere; } h2 { margin: 2.5rem 0 .25rem; font-size: 1.3rem; overflow-wrap: anywhere; }
h3 { margin: 1.5rem 0 .5rem; font-size: 1.05rem; }
p.quiet, .unit, caption { color: var(--soft); } p.quiet { margin: 0 0 1rem; }
nav ul { list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: 0; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(10.5rem, 1fr)); gap: .75rem; margin: 1rem 0; }
.card { padding: .75rem 1rem; background: var(--card); border: 1px solid var(--line); border-radius: .5rem; }
.card b { display: block; font-size: 1.45rem; font-variant-numeric: tabular-nums; line-height: 1.3; }
.card span, .card small { color: var(--soft); font-size: .85rem; } td small, th small { display: block; color: var(--soft); font-size: .82em; white-space: nowrap; } td.text small { white-space: normal; min-width: 9rem; }
.box { margin: 1rem 0; padding: .75rem 1rem; border: 1px solid var(--line); border-left: .4rem solid var(--good); border-radius: .25rem; overflow-wrap: anywhere; }
.box.bad { border-color: var(--bad); border-left-width: .6rem; } .box.bad > strong, strong.bad { color: var(--bad); }
.box.warn { border-left-color: var(--warn); } .box.warn > strong { color: var(--warn); } .box.note { border-left-color: var(--accent); }
.box ul { margin: .25rem 0 0; padding-left: 1.25rem; }
.wide { overflow-x: auto; max-width: 100%; } details .wide { max-height: 32rem; overflow-y: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; font-size: .9rem; }
caption { text-align: left; padding: .25rem 0; } th, td { padding: .35rem .6rem; border-bottom: 1px solid var(--line); text-align: right; vertical-align: top; }
th.text, td.text { text-align: left; } tbody th { font-weight: 600; text-align: left; white-space: nowrap; } td.text { min-width: 8rem; } thead th { color: var(--soft); font-weight: 600; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .25rem 1rem; } dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); gap: 1rem; margin: 1rem 0; } .charts.broad { grid-template-columns: minmax(0, 1fr); }
figure { margin: 0; min-width: 0; padding: .75rem; border: 1px solid var(--line); border-radius: .5rem; break-inside: avoid; }
figcaption { font-weight: 600; } .unit { font-weight: 400; } .plot { width: 100%; } figure label { font-size: .9rem; }
select { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--soft); border-radius: .25rem; }
details { margin: .5rem 0; } summary { cursor: pointer; color: var(--soft); }
[hidden] { display: none !important; }
@media (max-width: 40rem) { body { padding: .75rem; } dl { grid-template-columns: minmax(0, 1fr); } dt { margin-top: .5rem; } }
@media print { body { max-width: none; padding: 0; font-size: 11px; } .box, .card, tr, figure { break-inside: avoid; } nav, .skip, figure label, figure details { display: none; }
  .wide { overflow: visible; } .charts { grid-template-columns: 1fr 1fr; } .charts.broad { grid-template-columns: 1fr; } h2 { break-after: avoid; } }
)css";

}  // namespace oltpsim::page
