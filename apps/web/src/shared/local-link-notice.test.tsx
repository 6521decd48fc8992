import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { LocalLinkNotice } from './local-link-notice.tsx'

const textOf = (url: string) => render(<LocalLinkNotice url={url} />).container.textContent

it.each([
  'http://127.0.0.1:3000/x',
  'http://127.1.2.3/x',
  'http://localhost:5173/x',
  'http://foja.localhost/',
  'http://[::1]/',
])('a link to %s says that it only opens on this computer', (url) => {
  expect(textOf(url)).toBe('Este enlace solo se abre en este equipo. Para enviarlo, configura PUBLIC_URL.')
})

it.each(['https://foja.ec/x', 'http://192.168.1.20/x', 'https://localhost.ec/', 'https://127.0.0.1.ec/', 'roto'])(
  'a link to %s says nothing of the kind',
  (url) => {
    expect(textOf(url)).toBe('')
  },
)
