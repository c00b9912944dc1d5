// Numbers as people read them, and what all charts share.
export function short(value) {
  if (value === null || value === undefined || !Number.isFinite(value)) {
    return "n/a";
  }
  const size = Math.abs(value);
  const digits = size >= 100 || size === 0 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
  return value.toLocaleString("en-US", { maximumFractionDigits: digits });
}

// Seconds as 0:00, 0:30, 1:00 (hours) or as seconds while the whole is short.
export function clock(seconds, whole) {
  if (whole < 600) {
    return short(seconds) + " s";
  }
  const minutes = Math.floor(seconds / 60);
  const text = Math.floor(minutes / 60) + ":" + String(minutes % 60).padStart(2, "0");
  return whole >= 6 * 600 ? text + " h" : minutes + " min";
}

export function escaped(text) {
  return String(text).replace(/[&<>"']/g, (c) => "&#" + c.charCodeAt(0) + ";");
}

export function axisStyle(theme) {
  return {
    axisLabel: { color: theme.ink, hideOverlap: true },
    axisLine: { lineStyle: { color: theme.soft } },
    nameTextStyle: { color: theme.soft },
    splitLine: { lineStyle: { color: theme.line } },
  };
}

export function tooltip(theme, formatter) {
  return {
    trigger: "axis",
    confine: true,
    backgroundColor: theme.page,
    borderColor: theme.soft,
    textStyle: { color: theme.ink },
    formatter,
  };
}

// Lines that the legend takes: names are about 6.5 px a character beside a mark of 40 px.
export function legendHeight(names, width) {
  let rows = 1;
  let used = 0;
  for (const name of names) {
    const wide = Math.min(width, 40 + 6.5 * name.length);
    rows += used > 0 && used + wide > width ? 1 : 0;
    used = used + wide > width ? wide : used + wide;
  }
  return names.length > 1 ? 20 * rows + 8 : 0;
}

export function legend(theme, names) {
  return names.length > 1
    ? { data: names, top: 0, textStyle: { color: theme.ink }, inactiveColor: theme.soft }
    : undefined;
}

export const dashes = ["solid", "dashed", "dotted", [8, 3, 2, 3], [2, 6], [12, 4]];
