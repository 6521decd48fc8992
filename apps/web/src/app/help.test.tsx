import type { Role } from '@foja/contracts/roles'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { findTopics, pageOf, topicsOfPage } from '../features/help/topic-pages.ts'
import { everyTopic, topicsOf } from '../features/help/topics.ts'
import { setColorMode } from '../ui/theme/color-mode.ts'
import { resetSession } from '../lib/session/session-store.ts'
import { ClientStateProvider } from '../lib/session/client-state.tsx'
import { SessionProvider } from '../lib/session/session.tsx'
import { drawPage } from '../test/draw-page.tsx'
import * as en from '../test/en.ts'
import * as es from '../test/es.ts'
import { at, http, HttpResponse, server, sessionOf, useServer } from '../test/server.ts'
import { searchReaders } from './route-search.ts'
import { HelpRoute } from './routes/help-route.tsx'
import { HelpKey } from './shell/help-key.tsx'

useServer()
afterEach(() => localStorage.clear())

const { user } = sessionOf()
const company = { id: user.id_company, nombre: 'Oficina', identificacion: null, has_logo: false }

function answer(path: string, reply: unknown) {
  server.use(http.get(at(path), () => HttpResponse.json(reply as object)))
}

function openAs(role: Role | null) {
  const session = sessionOf()
  resetSession(
    role === null
      ? { data: null, status: 'unauthenticated' }
      : { data: { ...session, user: { ...session.user, role } }, status: 'authenticated' },
  )
  answer('/api/v1/details_users/', { ...session.user, company: null })
  answer('/api/v1/list_users/', { count: 2, page: 1, page_size: 1, next: null, previous: null, results: [] })
  answer('/api/v1/list_trust_anchors/', [])
  answer('/api/v1/list_authority_countries/', [])
  answer('/api/v1/do_have_digital_signature/', { has_signature: false, certificate: null, has_image: false })
  answer('/api/v1/list_companies/', [company])
  answer('/api/v1/list_template/', [])
  answer('/api/v1/metrics/', { pendiente: 1, agendado: 0, concluido: 0 })
  answer('/api/v1/mail_state/', { configured: true, from: null, failed: 0, limits: {} })
  answer('/api/v1/notifications/', { unread: 0, results: [], next: null })
  answer('/api/v1/list_people/', [
    { id: session.user.id, nombre: 'Yo', email: 'yo@oficina.ec', role },
    { id: '1', nombre: 'Ana Ríos', email: 'ana@oficina.ec', role: 'gestor' },
    { id: '2', nombre: 'Luis Paz', email: 'luis@oficina.ec', role: 'mediador' },
  ])
  return drawPage(
    <SessionProvider>
      <ClientStateProvider>
        <HelpRoute />
      </ClientStateProvider>
    </SessionProvider>,
    '/ayuda',
  )
}

const topics = () => screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)

it('every page of the router has topics, and every topic leads to a page that exists', () => {
  expect(Object.keys(topicsOfPage).toSorted()).toEqual(Object.keys(searchReaders).toSorted())
  expect(Object.entries(topicsOfPage).filter(([, topics]) => topics.length === 0)).toEqual([])
  expect(everyTopic.filter((topic) => !Object.values(topicsOfPage).flat().includes(topic))).toEqual([])
  const opened = everyTopic.flatMap((topic) => pageOf[topic]?.split('?').slice(0, 1) ?? [])
  expect(opened.filter((page) => !Object.keys(searchReaders).includes(page))).toEqual([])
})

it('a page is found by its path, also with an id', () => {
  expect(findTopics('/solicitudes/0123')[0]).toBe('send')
  expect(findTopics('/solicitudes/nueva')[0]).toBe('newCase')
  expect(findTopics('/plantillas/0123/usar')[0]).toBe('fillTemplate')
  expect(findTopics('/nada')).toEqual([])
})

const topicTexts = {
  es: { ...es.signTopics, ...es.mediateTopics, ...es.manageTopics, ...es.administerTopics },
  en: { ...en.signTopics, ...en.mediateTopics, ...en.manageTopics, ...en.administerTopics },
}

it('every topic has at most eight steps', () => {
  for (const language of ['es', 'en'] as const)
    expect(everyTopic.filter((topic) => topicTexts[language][topic].steps.length > 8)).toEqual([])
})

/** Every text of the screens; those with values as a pattern. */
function* screenTexts(value: unknown): Iterable<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'function')
    yield* Array.from(String(value).matchAll(/[`'"]([^`'"]+)[`'"]/g), ([, text]) => text!)
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) yield* screenTexts(inner)
}

/** Words in quotes that users type or read elsewhere. */
const notOnScreens = ['devolver', 'no abre', 'return', 'does not open']

it.each([
  ['es', es, /«([^»]+)»/g],
  ['en', en, /“([^”]+)”/g],
] as const)('what the help quotes in %s is a text of the screens', (language, texts, quoted) => {
  const screens = Object.entries(texts).filter(([name]) => !/Topics$|^help$|^evidenceSheet$/.test(name))
  const known = new Set([...screenTexts(Object.fromEntries(screens))].map((text) => text.trim()))
  const named = everyTopic.flatMap((topic) => {
    const { text, steps } = topicTexts[language][topic]
    return [text, ...steps].flatMap((line) => Array.from(line.matchAll(quoted), ([, name]) => `${topic}: ${name!}`))
  })
  expect(named.length).toBeGreaterThan(50)
  const missing = named.filter((name) => {
    const text = name.slice(name.indexOf(': ') + 2)
    return !known.has(text) && !notOnScreens.includes(text)
  })
  expect(missing).toEqual([])
})

it('the help of an admin starts with the administration topics and ticks the steps that are done', async () => {
  openAs('admin')
  expect((await screen.findByRole('tab', { name: 'Administración' })).getAttribute('aria-selected')).toBe('true')
  const steps = screen.getByRole('region', { name: 'Primeros pasos' })
  await waitFor(() => expect(within(steps).getByText('3 de 7')).toBeTruthy())
  expect(within(steps).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('43')
  const open = within(steps)
    .getAllByRole('link')
    .map((link) => link.textContent)
  expect(open).toEqual([
    'Hacerlo: Completa los datos de tu empresa',
    'Hacerlo: Guarda tu certificado',
    'Hacerlo: Enciende las autoridades de tu país',
    'Hacerlo: Prepara la primera plantilla',
  ])
})

it('the topics of the help show their picture in the current colour mode', async () => {
  openAs('usuario')
  await screen.findByRole('tab', { name: 'Firma' })
  const shown = () => Array.from(document.querySelectorAll('main img'), (picture) => picture.getAttribute('src'))
  const inMode = (mode: string) => topicsOf.sign.map((topic) => expect.stringContaining(`/${topic}-${mode}.webp`))
  await waitFor(() => expect(shown()).toEqual(inMode('light')))
  act(() => setColorMode('dark'))
  await waitFor(() => expect(shown()).toEqual(inMode('dark')))
})

it('the help names the other managers of the office with their address', async () => {
  openAs('usuario')
  expect((await screen.findByRole('link', { name: 'ana@oficina.ec' })).getAttribute('href')).toBe(
    'mailto:ana@oficina.ec',
  )
  expect(screen.queryByText('luis@oficina.ec')).toBeNull()
  expect(screen.queryByText('yo@oficina.ec')).toBeNull()
})

it('the search of the help ignores accents, finds other words, and offers all topics when nothing matches', async () => {
  openAs(null)
  const field = await screen.findByRole('searchbox', { name: 'Buscar en la ayuda' })
  fireEvent.change(field, { target: { value: 'CSV rellenar' } })
  await waitFor(() => expect(screen.getByText('1 tema encontrado')).toBeTruthy())
  expect(topics()).toContain('Llenar muchos documentos')
  fireEvent.change(field, { target: { value: 'zzz' } })
  expect(await screen.findByText('Nada coincide con «zzz»')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Ver todos los temas' }))
  expect(await screen.findByRole('tab', { name: 'Firma' })).toBeTruthy()
})

it('the help without a session makes no call, says what to do, and opens public pages only', async () => {
  const calls: string[] = []
  server.events.on('request:start', ({ request }) => calls.push(new URL(request.url).pathname))
  openAs(null)
  expect(await screen.findByRole('region', { name: 'Si no puedes ingresar' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Primeros pasos' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Firmar un PDF' }))
  const sign = await screen.findByRole('dialog', { name: 'Firmar un PDF' })
  expect(within(sign).getAllByRole('listitem')).toHaveLength(4)
  expect(within(sign).queryByRole('link')).toBeNull()
  fireEvent.click(within(sign).getByRole('button', { name: 'Cerrar' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Verificar un documento' }))
  const verify = await screen.findByRole('dialog', { name: 'Verificar un documento' })
  expect(within(verify).getByRole('link', { name: 'Abrir la pantalla' }).getAttribute('href')).toBe('/verificar')
  expect(calls.filter((path) => path.startsWith('/api/v1/'))).toEqual([])
})

it('the question mark opens the shortcuts, but neither in a text field nor when it is turned off', async () => {
  drawPage(
    <>
      <HelpKey />
      <input aria-label="Campo" />
    </>,
  )
  const field = await screen.findByLabelText('Campo')
  fireEvent.keyDown(field, { key: '?' })
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.keyDown(document.body, { key: '?' })
  const dialog = await screen.findByRole('dialog', { name: 'Atajos' })
  fireEvent.click(within(dialog).getByRole('switch', { name: 'Abrir los atajos con la tecla ?' }))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cerrar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.keyDown(document.body, { key: '?' })
  expect(screen.queryByRole('dialog')).toBeNull()
})
