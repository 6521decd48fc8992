import type {
  BackupStatus,
  FailedJob,
  Service,
  ServiceState,
  ServiceStatus,
  SystemStatus,
} from '@foja/contracts/status'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { drawPage } from '../../test/draw-page.tsx'
import { at, http, HttpResponse, problem, server, signedIn, useServer } from '../../test/server.ts'
import { StatusPage } from './components/status-page.tsx'

useServer()

const one = (service: Service, state: ServiceState, more: Partial<ServiceStatus> = {}): ServiceStatus => ({
  service,
  state,
  sentence: `${service} dice algo`,
  next: null,
  effect: null,
  since: null,
  checked_at: new Date().toISOString(),
  ms: 3,
  ...more,
})
const refused = one('mail', 'failed', {
  sentence: 'smtp.condor.ec rechaza la contraseña',
  next: 'Escribe la nueva en Correos y vuelve a probar.',
  effect: 'Esperan 7 mensajes y saldrán solos cuando se arregle.',
  since: '2026-11-20T16:48:00.000Z',
})

const saved: BackupStatus = {
  state: 'ok',
  problem: null,
  next: null,
  running: false,
  last: { at: '2026-11-20T08:00:00.000Z', bytes: 39_200_000_000, ms: 240_000 },
  schedule: { folder: '/copias', keep: 30, next_at: '2100-01-01T08:00:00.000Z' },
}

const failed: FailedJob = {
  id: '33333333-3333-4333-8333-333333333333',
  title: 'Llenar un lote',
  reason: 'Un servicio externo no respondió',
  code: 'ECONNREFUSED',
  tries: 6,
  request_id: 'DPYTJ-DDTF5',
  created_at: '2026-11-20T08:00:00.000Z',
  failed_at: '2026-11-20T08:05:00.000Z',
}

let status: SystemStatus
let jobs: FailedJob[]
let acted: [string, string][]
let asked: Service[]
let answers: Partial<Record<Service, () => Response>>

beforeEach(() => {
  signedIn()
  asked = []
  jobs = []
  acted = []
  answers = {}
  status = {
    services: [refused, one('disk', 'warning'), one('database', 'ok'), one('antivirus', 'off')],
    backup: saved,
    certificates: [],
    version: { foja: '1.4.2', node: '24.21.0' },
  }
  server.use(
    http.get(at('/api/v1/system_status/'), () => HttpResponse.json(status)),
    http.get(at('/api/v1/failed_jobs/'), () => HttpResponse.json({ results: jobs })),
    ...(['retry', 'discard'] as const).map((what) =>
      http.post(at(`/api/v1/${what}_job/:id/`), ({ params }) => {
        acted.push([what, String(params['id'])])
        jobs = jobs.filter(({ id }) => id !== params['id'])
        return HttpResponse.json({ results: jobs })
      }),
    ),
    http.post(at('/api/v1/check_service/'), async ({ request }) => {
      const { service } = (await request.json()) as { service: Service }
      asked.push(service)
      return answers[service]?.() ?? HttpResponse.json(one(service, 'ok', { sentence: `${service} va bien` }))
    }),
  )
})

const open = async () => {
  drawPage(<StatusPage />)
  await screen.findByText('smtp.condor.ec rechaza la contraseña')
}
const rows = () =>
  within(screen.getByRole('region', { name: 'Servicios' }))
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent)
const press = async (name: string) => await userEvent.click(screen.getByRole('button', { name }))

describe('the page of the services', () => {
  it('lists them as the server sorts them, with their counts, and says what fails at the top', async () => {
    await open()
    expect(rows()).toEqual(['Correo', 'Disco', 'Base de datos', 'Antivirus'])
    expect(screen.getByText('1 bien · 1 con atención · 1 falla')).toBeTruthy()
    const banner = screen.getByRole('alert')
    expect(banner.textContent).toMatch(/^El correo no sale desde .+\. Esperan 7 mensajes y saldrán solos/)
    expect(banner.textContent).toContain('Los demás servicios siguen.')
    expect(within(banner).getByRole('link', { name: 'Arreglar el correo' }).getAttribute('href')).toBe('/correos')
  })

  it('has no banner while nothing fails', async () => {
    status.services = [one('disk', 'ok', { sentence: 'smtp.condor.ec rechaza la contraseña' })]
    await open()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('checks one service, keeps its row where it is, and removes the banner once it works', async () => {
    await open()
    await press('Probar Correo')
    await screen.findByText('mail va bien')
    expect(asked).toEqual(['mail'])
    expect(rows()[0]).toBe('Correo')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('says in the row why a check could not run', async () => {
    answers.disk = () => problem(400, 'paused', { detail: 'Podrás volver a intentarlo en 3 minutos.' })
    await open()
    await press('Probar Disco')
    const row = screen.getByRole('heading', { name: 'Disco' }).closest('li')!
    await within(row).findByText('Podrás volver a intentarlo en 3 minutos.')
    delete answers.disk
    await press('Probar Disco')
    await waitFor(() => expect(row.textContent).not.toContain('3 minutos'))
  })

  it('checks all services in use and sorts them again', async () => {
    answers.database = () => HttpResponse.json(one('database', 'failed'))
    await open()
    await press('Probar todo')
    await waitFor(() => expect(rows()).toEqual(['Base de datos', 'Correo', 'Disco', 'Antivirus']))
    expect(asked.toSorted()).toEqual(['database', 'disk', 'mail'])
    expect(screen.getByRole('alert').textContent).toContain('La base de datos no responde')
  })

  it('copies a report of everything', async () => {
    const user = userEvent.setup()
    status.certificates = [{ id_user: 'x', nombre: 'Lucía Peña', not_after: '2026-12-02T12:00:00.000Z' }]
    await open()
    await user.click(screen.getByRole('button', { name: 'Copiar informe' }))
    const report = await navigator.clipboard.readText()
    expect(report).toMatch(/^Foja 1\.4\.2 · Node 24\.21\.0 · /)
    expect(report).toContain(
      'Falla · Correo: smtp.condor.ec rechaza la contraseña. Escribe la nueva en Correos y vuelve a probar. Esperan 7',
    )
    expect(report).toMatch(/^Bien · Última copia: 20 nov 2026, \d+:00\.$/m)
    expect(report).toContain('Sin usar · Antivirus: antivirus dice algo.')
    expect(report).toMatch(/Lucía Peña: 2 dic 2026$/)
  })

  it('says when certificates end, and when they ended', async () => {
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    status.certificates = [-3, 0, 1, 12].map((days) => ({
      id_user: `${days}`,
      nombre: `Persona ${days}`,
      not_after: inDays(days),
    }))
    await open()
    for (const words of ['caducó hace 3 días', 'hoy', 'mañana', 'en 12 días'])
      expect(screen.getByText(words)).toBeTruthy()
  })

  it('shows the last backup, and starts another', async () => {
    server.use(
      http.post(at('/api/v1/make_backup/'), () =>
        HttpResponse.json({ ...saved, running: true } satisfies BackupStatus),
      ),
    )
    await open()
    const card = within(screen.getByRole('region', { name: 'Última copia' }))
    card.getByText(/ · 39,2 GB · tardó 4 min$/)
    for (const words of ['Bien', '/copias', '30 días']) card.getByText(words)
    await press('Hacer una copia ahora')
    await card.findByText('Se está haciendo una copia.')
    expect(card.getByRole('button').getAttribute('aria-busy')).toBe('true')
  })

  it('says what is wrong with the backups, and how to set them up', async () => {
    status.backup = {
      ...saved,
      state: 'off',
      problem: 'No hay copias',
      next: 'Elige una carpeta.',
      last: null,
      schedule: null,
    }
    await open()
    const card = within(screen.getByRole('region', { name: 'Última copia' }))
    for (const words of ['No configurada', 'No hay copias', 'Elige una carpeta.']) card.getByText(words)
    expect(card.queryByRole('button')).toBeNull()
  })

  it('lists the jobs that failed, and retries one', async () => {
    jobs = [
      failed,
      { ...failed, id: `${failed.id.slice(0, -1)}4`, title: 'Sellar la historia', request_id: null, tries: 1 },
    ]
    await open()
    const card = within(await screen.findByRole('region', { name: 'Trabajos que fallaron' }))
    card.getByText(/ · 6 intentos · ECONNREFUSED$/)
    expect(card.getAllByText(/^Petición/)).toHaveLength(1)
    card.getByText('DPYTJ-DDTF5')
    expect(card.getByRole('link', { name: 'ver Correos' }).getAttribute('href')).toBe('/correos')
    await press('Reintentar: Llenar un lote')
    await waitFor(() => expect(card.queryByText('Llenar un lote')).toBeNull())
    expect(acted).toEqual([['retry', failed.id]])
  })

  it('discards a failed job only after a question, and has no list without one', async () => {
    jobs = [failed]
    await open()
    await userEvent.click(await screen.findByRole('button', { name: 'Descartar: Llenar un lote' }))
    expect(acted).toEqual([])
    const dialog = within(await screen.findByRole('alertdialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Descartar' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Trabajos que fallaron' })).toBeNull())
    expect(acted).toEqual([['discard', failed.id]])
  })

  it('gives the reason when nothing could be loaded', async () => {
    server.use(http.get(at('/api/v1/system_status/'), () => problem(400, 'why', { detail: 'La razón.' })))
    drawPage(<StatusPage />)
    await screen.findByText('La razón.')
  })
})
