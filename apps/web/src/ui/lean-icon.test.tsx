import { render } from '@testing-library/react'
import { ShieldCheck } from 'lucide-react'
import { expect, it } from 'vitest'
import { importIcons, leanIconModule } from '../../build/lean-icons.ts'
import { leanIcon } from './lean-icon.ts'

const check = 'm9 12 2 2 4-4'

it('a lean icon renders the same markup as the library', () => {
  const shield = render(<ShieldCheck className="size-4" />).container.firstElementChild
  const paths = Array.from(shield?.querySelectorAll('path') ?? [], (path) => path.getAttribute('d') ?? '')
  const Lean = leanIcon(...paths)
  const lean = render(<Lean className="size-4" />).container.firstElementChild
  expect(lean?.innerHTML).toBe(shield?.innerHTML)
  for (const name of [
    'viewBox',
    'fill',
    'stroke',
    'stroke-width',
    'stroke-linecap',
    'stroke-linejoin',
    'aria-hidden',
  ]) {
    expect(lean?.getAttribute(name), name).toBe(shield?.getAttribute(name))
  }
  expect(lean?.getAttribute('class')).toBe('lucide size-4')
})

it('a lean icon with a name is not hidden', () => {
  const Lean = leanIcon(check, ['circle', { cx: '12', cy: '12', r: '4' }])
  const icon = render(<Lean role="img" aria-label="Firmado" />)
  expect(icon.getByRole('img', { name: 'Firmado' }).querySelector('circle')?.getAttribute('r')).toBe('4')
})

it('the icon module has paths as their data only and other elements whole, without keys', () => {
  const code = leanIconModule({
    node: [
      ['path', { d: check, key: 'a' }],
      ['circle', { cx: '12', key: 'b' }],
    ],
  })
  expect(code).toContain(`leanIcon("${check}", ["circle",{"cx":"12"}])`)
})

it('the build imports each icon from its own module, and rejects unknown icons', () => {
  const files = new Map([
    ['X', 'icons/x.mjs'],
    ['Eye', 'icons/eye.mjs'],
  ])
  expect(importIcons("import { X, Eye as Look } from 'lucide-react'", files)).toBe(
    "import X from 'lucide-react/dist/esm/icons/x.mjs'; import Look from 'lucide-react/dist/esm/icons/eye.mjs'",
  )
  expect(() => importIcons("import { Nothing } from 'lucide-react'", files)).toThrow('Nothing')
})
