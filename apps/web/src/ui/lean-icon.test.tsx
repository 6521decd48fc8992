import { render } from '@testing-library/react'
import { ShieldCheck } from 'lucide-react'
import { expect, it } from 'vitest'
import { drawIcons, type IconData } from '../../build/lean-icons.ts'
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

it('the build draws each icon where it is used: paths as their data only, other elements whole, without keys', async () => {
  const load = async (icon: string): Promise<IconData> => ({
    node: [
      ['path', { d: check, key: 'a' }],
      ['circle', { cx: icon, key: 'b' }],
    ],
  })
  const code = await drawIcons(`import { X, Eye as Look } from 'lucide-react'\nuse(X, Look)`, load)
  expect(code).toMatch(/^import \{ leanIcon \} from ".*src\/ui\/lean-icon.ts";/)
  expect(code).toContain(`const X = /* @__PURE__ */ leanIcon("${check}", ["circle",{"cx":"X"}]);`)
  expect(code).toContain(`const Look = /* @__PURE__ */ leanIcon("${check}", ["circle",{"cx":"Eye"}]);`)
  expect(code).toContain('\nuse(X, Look)')
})
