import { render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { at, http, HttpResponse, server, useServer } from '../test/server.ts'
import { RouteError } from './root.tsx'

useServer()

const entry = '/assets/core-1.js'
beforeEach(() => {
  const script = document.createElement('script')
  script.type = 'module'
  script.setAttribute('src', entry)
  document.head.append(script)
  return () => script.remove()
})

describe('a page that fails to load', () => {
  const absent = new TypeError('Failed to fetch dynamically imported module: http://localhost/assets/home-route-1.js')
  const html = (file: string) => HttpResponse.html(`<script type="module" src="${file}"></script>`)

  it.each([
    ['the server is not there', HttpResponse.error(), 'El servidor no responde', ['Reintentar']],
    ['there is a new version', html('/assets/core-2.js'), 'Hay una versión nueva de Foja', ['Recargar la página']],
    ['neither', html(entry), 'Algo falló en esta página', ['Reintentar', 'Recargar la página']],
  ])('shows the reason: %s', async (_, reply, title, ways) => {
    server.use(http.get(at('/'), () => reply))
    render(<RouteError error={absent} onRetry={() => {}} />)
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
    const named = screen.getAllByRole('button').map((button) => button.textContent)
    expect(named.filter((name) => /Reintentar|Recargar/.test(name ?? ''))).toEqual(ways)
  })
})
