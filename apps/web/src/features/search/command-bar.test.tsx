import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { draftPrefix } from '../../lib/session/owner.ts'
import { at, http, HttpResponse, problem, server, signedIn, useServer } from '../../test/server.ts'
import { CommandBar } from './components/command-bar.tsx'
import { highlight, matches } from './highlight.ts'
import { readRecentPlaces } from './recent-places.ts'
import type { Command } from './use-groups.tsx'
import { renderWithQueries } from '../../test/render.tsx'

useServer()
beforeEach(() => signedIn())

const plain = { status: null, suelto: false, reason: null }
const pdf = '33333333-3333-4333-8333-333333333333'
const found = [
  {
    ...plain,
    kind: 'solicitud',
    id: 'AAAA-BBBB-CCCC-DDDD',
    title: 'Pensión de alimentos',
    note: '',
    status: 'agendado',
    reason: { kind: 'parte', text: 'Rosa Pensionada' },
  },
  { ...plain, kind: 'document', id: pdf, title: 'Pensión.pdf', note: '', suelto: true },
  { ...plain, kind: 'person', id: '1', title: 'Rosa Pensionada', note: 'rosa@x.ec' },
]
const answers = () => server.use(http.get(at('/api/v1/search/'), () => HttpResponse.json({ results: found })))

function open(keepsPeople = false) {
  const [onGo, onAsk, onOpenChange, leave] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()]
  const commands: Command[] = [
    { id: 'go-agenda', group: 'places', label: 'Agenda', icon: null, run: () => onGo('/agenda') },
    {
      id: 'company-1',
      group: 'company',
      label: 'Pensiones Andinas',
      icon: null,
      run: () => onGo('/empresas?empresa=1'),
    },
    { id: 'leave', group: 'actions', label: 'Cerrar sesión', icon: null, run: leave },
    { id: 'sign', group: 'actions', label: 'Firmar un PDF', icon: null, suggested: true, run: () => onGo('/firmar') },
  ]
  renderWithQueries(
    <CommandBar
      open
      onOpenChange={onOpenChange}
      commands={commands}
      keepsPeople={keepsPeople}
      onAsk={onAsk}
      onGo={onGo}
    />,
  )
  return { onGo, onAsk, onOpenChange, leave, input: screen.getByRole('combobox', { name: 'Buscar e ir' }) }
}

const active = (input: HTMLElement) =>
  document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent

describe('the command bar', () => {
  it('finds cases, documents and users, with arrow keys only', async () => {
    answers()
    const { input, onGo, onOpenChange } = open()
    expect(document.activeElement).toBe(input)
    await userEvent.type(input, 'pension')
    await screen.findByRole('group', { name: 'Solicitudes' })
    expect(active(input)).toContain('Pensión de alimentos')
    await userEvent.keyboard('{ArrowDown}')
    expect(active(input)).toContain('Pensión.pdf')
    await userEvent.keyboard('{ArrowUp}{ArrowUp}')
    expect(active(input)).toContain('en Solicitudes')
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(onOpenChange).toHaveBeenCalledWith(false)
    expect(onGo).toHaveBeenCalledWith('/solicitudes/AAAA-BBBB-CCCC-DDDD')
    expect(screen.getAllByRole('option').filter((one) => one.getAttribute('aria-selected') === 'true')).toHaveLength(1)
  })

  it('says why a request matches, and marks the word there', async () => {
    answers()
    const { input } = open()
    await userEvent.type(input, 'ros')
    const requests = await screen.findByRole('group', { name: 'Solicitudes' })
    const row = within(requests).getByRole('option')
    expect(row.textContent).toBe('Pensión de alimentosInterviene: Rosa PensionadaAgendado')
    expect(within(row).getByText('Rosa').tagName).toBe('STRONG')
  })

  it('calls a document loose only outside every case file', async () => {
    const documents = [
      { ...plain, kind: 'document', id: pdf, title: 'Acta.pdf', note: '', suelto: true },
      { ...plain, kind: 'document', id: pdf.replaceAll('3', '4'), title: 'Acta compartida.pdf', note: '' },
      { ...plain, kind: 'document', id: pdf.replaceAll('3', '5'), title: 'Acta final.pdf', note: 'Linderos' },
    ]
    server.use(http.get(at('/api/v1/search/'), () => HttpResponse.json({ results: documents })))
    const { input } = open()
    await userEvent.type(input, 'acta')
    const group = await screen.findByRole('group', { name: 'Documentos' })
    expect(
      within(group)
        .getAllByRole('option')
        .map((row) => row.textContent),
    ).toEqual(['Acta.pdfDocumento suelto', 'Acta compartida.pdfCompartido contigo', 'Acta final.pdfLinderos'])
    await userEvent.keyboard('{Enter}')
    expect(readRecentPlaces()).toMatchObject([{ title: 'Acta.pdf', note: 'Documento suelto' }])
  })

  const pedido = (title: string, more: object) => ({
    ...plain,
    kind: 'request',
    id: title,
    title,
    note: '',
    pedido: { tipo: 'firmas', status: 'enviada', id_solicitud: null, id_documento: pdf, hechos: 1, total: 3, ...more },
  })

  it('finds requests for signatures and documents, with their progress or end', async () => {
    const ofCase = { tipo: 'documentos', id_solicitud: 'AAAA-BBBB-CCCC-DDDD', id_documento: null }
    const results = [
      { ...pedido('Firmas de Rosa', {}), reason: { kind: 'destinatario', text: 'Rosa Mora' } },
      pedido('Documentos de Rosa', ofCase),
      { ...pedido('Papeles de Rosa', { ...ofCase, status: 'vencida' }), note: 'Linderos' },
    ]
    server.use(http.get(at('/api/v1/search/'), () => HttpResponse.json({ results })))
    const { input, onGo } = open()
    await userEvent.type(input, 'rosa')
    const rows = within(await screen.findByRole('group', { name: 'Pedidos' })).getAllByRole('option')
    expect(rows.map((row) => row.textContent)).toEqual([
      'Firmas de RosaDestinatario: Rosa Mora1 de 3 respondieron',
      'Documentos de Rosa1 de 3 recibidos',
      'Papeles de RosaLinderosVencido',
    ])
    for (const row of rows) await userEvent.click(row)
    expect(onGo.mock.calls).toEqual([
      [`/documentos/${pdf}?tab=firmas`],
      ['/solicitudes/AAAA-BBBB-CCCC-DDDD'],
      ['/solicitudes/AAAA-BBBB-CCCC-DDDD'],
    ])
    expect(readRecentPlaces()).toEqual([])
  })

  it('shows results of one kind by its chip, which Tab and the arrow keys reach', async () => {
    answers()
    const { input, onGo } = open()
    await userEvent.type(input, 'pension')
    const chips = await screen.findByRole('radiogroup', { name: 'Mostrar' })
    expect(
      within(chips)
        .getAllByRole('radio')
        .map((radio) => radio.closest('label')?.textContent),
    ).toEqual(['Todo3', 'Solicitudes1', 'Documentos1', 'Personas1'])
    await userEvent.tab()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    expect(screen.queryByRole('group', { name: 'Solicitudes' })).toBe(null)
    expect(active(input)).toContain('Pensión.pdf')
    // Other keys are for the list and the text.
    await userEvent.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(input)
    expect(active(input)).toContain('en Solicitudes')
    await userEvent.keyboard('{ArrowUp}{Enter}')
    expect(onGo).toHaveBeenCalledWith(`/documentos/${pdf}`)
  })

  it('says that a kind may have more results, and shows no chips for one kind', async () => {
    const results = Array.from({ length: 8 }, (_, one) => pedido(`Firma ${one}`, {}))
    server.use(
      http.get(at('/api/v1/search/'), ({ request }) => {
        const q = new URL(request.url).searchParams.get('q')
        return HttpResponse.json({ results: q === 'f' ? results : [...results, found[0]] })
      }),
    )
    const { input } = open()
    await userEvent.type(input, 'f')
    await screen.findByRole('group', { name: 'Pedidos' })
    expect(screen.queryByRole('radiogroup')).toBe(null)
    await userEvent.type(input, 'i')
    const chips = await screen.findByRole('radiogroup')
    expect(chips.textContent).toBe('Todo9+Solicitudes1Pedidos8+')
  })

  it('offers actions before their words are typed', async () => {
    answers()
    const { input } = open()
    const labels = () => screen.getAllByRole('option').map((option) => option.textContent)
    expect(labels()).toEqual(['Cerrar sesión', 'Firmar un PDF', 'Agenda'])
    await userEvent.type(input, 'rosa')
    await screen.findByRole('group', { name: 'Personas' })
    const does = screen.getByRole('group', { name: 'Hacer' })
    expect(does.textContent).toBe('HacerPedir una firma a Rosa PensionadaFirmar un PDF')
    // They are no results.
    await waitFor(() => expect(screen.getByText('3 resultados')).toBeTruthy())
    await userEvent.clear(input)
    await userEvent.type(input, 'agenda')
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Hacer' })).toBe(null))
  })

  it('asks a person whom it found for a signature', async () => {
    answers()
    const { input, onAsk } = open()
    await userEvent.type(input, 'rosa')
    await userEvent.click(await screen.findByRole('option', { name: 'Pedir una firma a Rosa Pensionada' }))
    expect(onAsk).toHaveBeenCalledWith({ nombre: 'Rosa Pensionada', email: 'rosa@x.ec' })
  })

  it('leads admins to the pages of users and companies', async () => {
    answers()
    const { input, onGo } = open(true)
    expect(screen.queryByRole('group', { name: 'Empresas' })).toBe(null)
    await userEvent.type(input, 'pension')
    const people = await screen.findByRole('group', { name: 'Personas' })
    expect(screen.getByRole('group', { name: 'Empresas' }).textContent).toContain('Pensiones Andinas')
    expect(screen.getByRole('option', { name: 'Buscar «pension» en Usuarios' })).toBeTruthy()
    await userEvent.click(within(people).getByRole('option'))
    expect(onGo).toHaveBeenCalledWith('/usuarios?q=Rosa%20Pensionada')
  })

  it('remembers visited places per user and tab', async () => {
    answers()
    const { input } = open()
    await userEvent.type(input, 'pension')
    await screen.findByRole('group', { name: 'Documentos' })
    await userEvent.keyboard('{Enter}')
    expect(readRecentPlaces().map(({ title }) => title)).toEqual(['Pensión de alimentos'])
    expect(Object.keys(sessionStorage).every((key) => key.startsWith(draftPrefix))).toBe(true)
  })

  it('offers pages and actions, and the full list when nothing matches', async () => {
    server.use(http.get(at('/api/v1/search/'), () => HttpResponse.json({ results: [] })))
    const { input, onGo, leave } = open()
    await userEvent.type(input, 'agen')
    await waitFor(() => expect(screen.getByText('1 resultado')).toBeTruthy())
    expect(screen.queryByText('Nada coincide con «agen».')).toBeNull()
    await userEvent.keyboard('{Enter}')
    expect(onGo).toHaveBeenLastCalledWith('/agenda')
    await userEvent.clear(input)
    await userEvent.type(input, 'cerrar')
    await userEvent.keyboard('{Enter}')
    expect(leave).toHaveBeenCalled()
    await userEvent.clear(input)
    await userEvent.type(input, 'ñandú')
    await waitFor(() => expect(screen.getByText('Nada coincide con «ñandú».')).toBeTruthy())
    await userEvent.keyboard('{Enter}')
    expect(onGo).toHaveBeenLastCalledWith('/solicitudes?q=%C3%B1and%C3%BA')
  })

  it('says that the search failed, and still offers pages', async () => {
    server.use(http.get(at('/api/v1/search/'), () => problem(400, 'validation_failed')))
    const { input } = open()
    await userEvent.type(input, 'a')
    expect(await screen.findByText(/La búsqueda no respondió/)).toBeTruthy()
    expect(screen.getByRole('option', { name: 'Agenda' })).toBeTruthy()
  })
})

describe('highlighting of search matches', () => {
  it('marks the whole words that begin with a search word, ignoring accents and case', () => {
    expect(highlight('Pensión de ALIMENTOS', 'alim PENSION')).toEqual([
      { text: 'Pensión', hit: true },
      { text: ' de ', hit: false },
      { text: 'ALIMENTOS', hit: true },
    ])
    // A decomposed accent belongs to its word.
    expect(highlight('El a\u0301rbol.', 'arb').map(({ text }) => text)).toEqual(['El ', 'a\u0301rbol', '.'])
    expect(highlight('señal-de_pago.pdf', 'pago').filter(({ hit }) => hit)).toEqual([{ text: 'pago', hit: true }])
    expect(
      highlight('Straße ﬁn 😀', 'ﬁn')
        .map(({ text }) => text)
        .join(''),
    ).toBe('Straße ﬁn 😀')
    expect(highlight('', 'a')).toEqual([])
  })

  it('marks nothing inside a word', () => {
    expect(highlight('Firmar un PDF', 'mar')).toEqual([{ text: 'Firmar un PDF', hit: false }])
    expect(highlight('Firmar un PDF', '«»')).toEqual([{ text: 'Firmar un PDF', hit: false }])
  })

  it('requires every word to match', () => {
    expect(matches('Cerrar sesión', 'sesion CER')).toBe(true)
    expect(matches('Cerrar sesión', 'sesion x')).toBe(false)
    expect(matches('Firmar un PDF', 'mar')).toBe(false)
    expect(matches('Cerrar sesión', '')).toBe(true)
    expect(matches('Cerrar sesión', '😀')).toBe(false)
  })
})
