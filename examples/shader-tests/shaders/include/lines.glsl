#pragma once
// How much of a pixel the lines of a grid cover, at a position in units of its cells.
float grid_lines(vec2 at, float pixels) {
    vec2 width = fwidth(at) * pixels;
    vec2 distance = abs(fract(at - 0.5) - 0.5);
    vec2 cover = 1.0 - smoothstep(width * 0.5, width * 1.5, distance);
    return max(cover.x, cover.y);
}
