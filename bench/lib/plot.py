"""A small line chart as SVG: x on a logarithmic scale, y from zero. Readable on light and dark pages."""
import math
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 640, 320
LEFT, RIGHT, TOP, BOTTOM = 56, 150, 40, 48
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")


def _nice_step(highest):
    """1, 2 or 5 times a power of ten that gives four to eight steps."""
    raw = highest / 5
    power = 10 ** math.floor(math.log10(raw))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= raw)


def svg(title, x_title, y_title, lines):
    """`lines`: {label: [(x, y)]}; every x appears as a tick."""
    ticks = sorted({x for points in lines.values() for x, _ in points})
    highest = max(y for points in lines.values() for _, y in points) * 1.1
    span = math.log(ticks[-1] / ticks[0]) or 1.0

    def place(x, y):
        across = LEFT + (WIDTH - LEFT - RIGHT) * math.log(x / ticks[0]) / span
        return across, HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * y / highest

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
           'font-family="sans-serif" font-size="12">', f'<title>{escape(title)}</title>',
           f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
           f'<text x="{LEFT}" y="22" font-size="14" font-weight="bold">{escape(title)}</text>']
    step = _nice_step(highest)
    for number in range(int(highest / step) + 1):
        _, y = place(ticks[0], number * step)
        out.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="#dddddd"/>'
                   f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{number * step:g}</text>')
    for tick in ticks:
        x, y = place(tick, 0)
        out.append(f'<text x="{x:.1f}" y="{y + 18:.1f}" text-anchor="middle">{tick:,}</text>')
    out.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 8}" text-anchor="middle">{escape(x_title)}</text>'
               f'<text x="14" y="{TOP - 4}">{escape(y_title)}</text>')
    for (label, points), colour in zip(lines.items(), COLOURS):
        if not points:
            continue
        spots = [place(x, y) for x, y in points]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
        out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        out += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"/>' for x, y in spots]
    out += _legend(lines)
    return "\n".join([*out, "</svg>"]) + "\n"


def _legend(lines):
    for row, (label, colour) in enumerate(zip(lines, COLOURS)):
        y = TOP + 10 + 20 * row
        yield (f'<line x1="{WIDTH - RIGHT + 14}" x2="{WIDTH - RIGHT + 38}" y1="{y}" y2="{y}" stroke="{colour}" '
               f'stroke-width="2"/><text x="{WIDTH - RIGHT + 44}" y="{y + 4}">{escape(label)}</text>')
