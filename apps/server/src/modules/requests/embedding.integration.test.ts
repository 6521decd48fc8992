import type { DocumentRequest } from '@foja/contracts/document-requests'
import type { SigningRequest } from '@foja/contracts/signing-requests'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { bodyOf, createCase, openOffice } from '../../../test/office.ts'
import { recipientToken } from './recipient-token.ts'

const webFolder = await mkdtemp(join(tmpdir(), 'foja-web-'))
afterAll(() => rm(webFolder, { recursive: true }))
await writeFile(join(webFolder, 'index.html'), '<!doctype html><title>Foja</title>')
await writeFile(join(webFolder, 'foja-embed.js'), 'window.Foja = {}')
const office = await openOffice({ webFolder })
const { admin, usuario, server } = office
const { db, keys } = server.deps

const sites = ['https://www.oficina.ec', 'http://localhost:5173']
const setSites = async (company: string, embed_origins: readonly string[]) =>
  await bodyOf(await admin.put(`/api/v1/update_companies/${company}/`, { embed_origins }), 200)

const { main, document } = await createCase(usuario)
const person = { nombre: 'Ana', email: 'ana@cliente.example' }
const asked = await bodyOf<SigningRequest>(
  await usuario.post('/api/v1/create_signing_request/', {
    documents: [{ id_documento: document.id_documento }],
    recipients: [{ ...person, rol: 'aprueba' }],
  }),
  201,
)
const token = recipientToken(keys, asked.recipients[0]!.id, 1)

const get = async (path: string, method = 'GET') => await fetch(server.origin + path, { method })
async function framersAt(path: string): Promise<string> {
  const { headers } = await get(path)
  return /frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy') ?? '')![1]!
}
const none = "'none'"

describe('the page of a recipient', () => {
  it('is shown by no site until the company names one', async () => {
    expect(await framersAt(`/pedido?p=${token}`)).toBe(none)
  })

  it('is shown by the sites of the company that asks, and by no others', async () => {
    await setSites(office.company, sites)
    await setSites(office.otherCompany, ['https://otra.example'])
    expect(await framersAt(`/pedido?p=${token}`)).toBe(sites.join(' '))
    const policy = (await get(`/pedido?p=${token}`, 'HEAD')).headers.get('content-security-policy')!
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain(`frame-ancestors ${sites.join(' ')}`)
  })

  it('is shown for requests of documents too', async () => {
    const body = {
      id_solicitud: main.solicitudes[0]!.id_solicitud,
      recipients: [person],
      requirements: [{ nombre: 'Cédula' }],
    }
    const { recipients } = await bodyOf<DocumentRequest>(
      await usuario.post('/api/v1/create_document_request/', body),
      201,
    )
    expect(await framersAt(`/pedido?p=${recipientToken(keys, recipients[0]!.id, 1)}`)).toBe(sites.join(' '))
  })

  it.each([
    ['an unknown token', '/pedido?p=desconocido'],
    ['a token of an earlier link', `/pedido?p=${recipientToken(keys, asked.recipients[0]!.id, 2)}`],
    ['an empty token', '/pedido?p='],
    ['no token', '/pedido'],
    ['two tokens', `/pedido?p=${token}&p=${token}`],
    ['a token with a pass', `/pedido?p=${token}.pase`],
    ['another page', `/ingresar?p=${token}`],
    ['a longer path', `/pedido/?p=${token}`],
    ['a path in capitals', `/Pedido?p=${token}`],
    ['the home page', `/?p=${token}`],
  ])('is not shown with %s', async (_, path) => {
    expect(await framersAt(path)).toBe(none)
  })

  it('is not stored, so that a site that is removed shows it no more', async () => {
    expect((await get(`/pedido?p=${token}`)).headers.get('cache-control')).toBe('no-store')
    await setSites(office.company, sites.slice(1))
    expect(await framersAt(`/pedido?p=${token}`)).toBe(sites[1])
    await setSites(office.company, [])
    expect(await framersAt(`/pedido?p=${token}`)).toBe(none)
    await setSites(office.company, sites)
  })

  it('is not shown while the company is closed', async () => {
    const activa = async (open: boolean) =>
      await db.updateTable('company').set({ activa: open }).where('id', '=', office.company).execute()
    await activa(false)
    expect(await framersAt(`/pedido?p=${token}`)).toBe(none)
    await activa(true)
    expect(await framersAt(`/pedido?p=${token}`)).toBe(sites.join(' '))
  })

  it('has no cookie, and names the request', async () => {
    expect((await get(`/pedido?p=${token}`)).headers.getSetCookie()).toEqual([])
    const view = await fetch(`${server.origin}/api/v1/recipient_request/`, { headers: { 'x-recipient': token } })
    expect(view.headers.getSetCookie()).toEqual([])
    expect(await bodyOf<{ id: string }>(view, 200)).toMatchObject({ id: asked.id })
  })
})

it('the script of other sites is readable by all of them, for an hour', async () => {
  const { status, headers } = await get('/foja-embed.js')
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('application/javascript; charset=utf-8')
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect(headers.get('cache-control')).toBe('public, max-age=3600')
  expect((await get('/index.html')).headers.get('access-control-allow-origin')).toBeNull()
})

it('a mediator of the company does not name sites', async () => {
  const refused = await office.mediador.put(`/api/v1/update_companies/${office.company}/`, { embed_origins: [] })
  expect(refused.status).toBe(403)
  expect(await framersAt(`/pedido?p=${token}`)).toBe(sites.join(' '))
})
