/** Set by `npm run whole`: each screen in every colour, language and role, and on every device. The gate takes fewer. */
export const whole = process.env['FOJA_WHOLE'] === '1'

/** All variants of a test with `npm run whole`, otherwise the first. */
export const variants = <const T extends readonly [unknown, ...unknown[]]>(all: T): readonly T[number][] =>
  whole ? all : [all[0]]
