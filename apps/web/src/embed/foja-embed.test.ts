import { afterEach, describe, expect, it, vi } from 'vitest'
import './foja-embed.ts'
import type { EmbedOptions } from './foja-embed.ts'

const foja = 'https://firmas.example'
const link = `${foja}/pedido?p=abc`
const request = '77777777-7777-4777-8777-777777777777'

afterEach(() => document.body.replaceChildren())

function embed(more: Partial<EmbedOptions> = {}) {
  const place = document.createElement('div')
  document.body.append(place)
  const handlers = { onOpened: vi.fn(), onSigned: vi.fn(), onDeclined: vi.fn() }
  const { iframe, close } = window.Foja.embed({ link, container: place, ...handlers, ...more })
  const send = (data: unknown, origin = foja, source: MessageEventSource | null = iframe.contentWindow) =>
    void window.dispatchEvent(new MessageEvent('message', { data, origin, source }))
  const calls = () => Object.entries(handlers).flatMap(([name, { mock }]) => mock.calls.map(([event]) => [name, event]))
  return { place, iframe, close, send, calls }
}
const message = (event: string) => ({ source: 'foja', event, request })

describe('Foja.embed', () => {
  it('puts a named frame with the link into the element', () => {
    const { place, iframe } = embed({ title: 'Tu contrato' })
    expect(iframe.parentElement).toBe(place)
    expect([iframe.src, iframe.title, iframe.referrerPolicy]).toEqual([link, 'Tu contrato', 'origin'])
  })

  it('finds the element by its selector, also below a path of the host', () => {
    document.body.innerHTML = '<div id="firma"></div>'
    const { iframe } = window.Foja.embed({ link: `${foja}/oficina/pedido?p=abc`, container: '#firma' })
    expect(iframe.parentElement?.id).toBe('firma')
  })

  it.each([
    ['no address', { link: 'pedido' }],
    ['another page', { link: `${foja}/ingresar` }],
    ['no element', { container: '#nada' }],
  ])('refuses %s', (_, more) => {
    expect(() => embed(more)).toThrow()
    expect(document.querySelector('iframe')).toBeNull()
  })

  it('calls the handler of each event with the id of the request', () => {
    const { send, calls } = embed()
    send(message('opened'))
    send(message('signed'))
    send(message('declined'))
    // Without a handler.
    send(message('delivered'))
    expect(calls()).toEqual([
      ['onOpened', { event: 'opened', request }],
      ['onSigned', { event: 'signed', request }],
      ['onDeclined', { event: 'declined', request }],
    ])
  })

  it('ignores messages of other origins and windows, and what is not of Foja', () => {
    const { send, calls, iframe } = embed()
    send(message('signed'), 'https://firmas.example.otra.example')
    send(message('signed'), 'http://firmas.example')
    send(message('signed'), 'null')
    send(message('signed'), foja, window)
    send(message('signed'), foja, null)
    for (const data of [null, 'signed', [], { ...message('signed'), source: 'x' }, { source: 'foja', event: 'signed' }])
      send(data)
    for (const event of ['toString', '__proto__', 'onSigned', '']) send(message(event))
    expect(calls()).toEqual([])
    send(message('signed'), foja, iframe.contentWindow)
    expect(calls()).toHaveLength(1)
  })

  it('is silent once closed, and leaves nothing on the page', () => {
    const { send, calls, close, place, iframe } = embed()
    const { contentWindow } = iframe
    close()
    send(message('signed'), foja, contentWindow)
    expect(calls()).toEqual([])
    expect(place.children).toHaveLength(0)
  })
})
