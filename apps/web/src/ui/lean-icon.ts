import { createElement, type SVGProps } from 'react'

/** A path as its `d`, or an element with its attributes. */
type Shape = string | [tag: string, attributes: Record<string, string>]

const named = /^(aria-|role$|title$)/

/**
 * Renders an icon of lucide like its own component, with a tenth of the code: the build replaces it (see
 * build/lean-icons.ts). Hidden from screen readers unless it has a name or a role.
 */
export function leanIcon(...shapes: readonly Shape[]) {
  return ({ className, ...rest }: SVGProps<SVGSVGElement>) =>
    createElement(
      'svg',
      {
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': Object.keys(rest).some((name) => named.test(name)) ? undefined : true,
        ...rest,
        className: className === undefined ? 'lucide' : `lucide ${className}`,
      },
      ...shapes.map((shape) =>
        typeof shape === 'string' ? createElement('path', { d: shape }) : createElement(shape[0], shape[1]),
      ),
    )
}
