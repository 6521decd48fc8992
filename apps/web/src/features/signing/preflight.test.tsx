import type { PreflightLine } from '@foja/contracts/signing'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../lib/api/query.ts'
import { at, http, HttpResponse, server, signedIn, useServer } from '../../test/server.ts'
import { CheckKey } from './components/check-key.tsx'
import { PreflightBox, groupPreflight } from './components/preflight-box.tsx'

const key = vi.hoisted(() => ({ forgotten: 0, wrong: false }))
vi.mock('../../lib/files/browser-key.ts', () => ({
  openBrowserKey: async () => {
    if (key.wrong)
      throw Object.assign(new Error('p12_wrong_passphrase'), { name: 'BrowserKeyError', code: 'p12_wrong_passphrase' })
    return { certificate: 'Y2Vy', chain: ['Y2E='], forget: () => void (key.forgotten += 1) }
  },
}))

useServer()
beforeEach(() => {
  signedIn()
  Object.assign(key, { forgotten: 0, wrong: false })
})

const line = (check: string, status: PreflightLine['status'], affects: PreflightLine['affects']): PreflightLine => ({
  check,
  status,
  affects,
  title: `Título de ${check}`,
  advice: status === 'ok' ? null : `Consejo de ${check}`,
})
const lines = [
  line('key_size', 'ok', []),
  line('recognised_eu', 'warning', ['dss']),
  line('validity', 'problem', ['adobe', 'dss']),
  line('anchored_here', 'warning', []),
]

describe('grouping a pre-flight', () => {
  it('gives a verifier the worst verdict of its lines', () => {
    const { readers, wrong, fine } = groupPreflight(lines)
    expect(readers).toEqual([
      { reader: 'firmaec', status: 'ok' },
      { reader: 'adobe', status: 'problem' },
      { reader: 'dss', status: 'problem' },
    ])
    expect(wrong.map(({ check }) => check)).toEqual(['validity', 'recognised_eu', 'anchored_here'])
    expect(fine.map(({ check }) => check)).toEqual(['key_size'])
  })

  it('says for each line what to do', () => {
    render(<PreflightBox lines={lines} failed={false} onRetry={() => {}} />)
    const list = within(screen.getByRole('list', { name: 'Qué hacer' })).getAllByRole('listitem')
    expect(list.map((item) => item.textContent)).toEqual(
      ['validity', 'recognised_eu', 'anchored_here'].map((check) => `Título de ${check}Consejo de ${check}`),
    )
    expect(screen.getByText('FirmaEC').closest('li')?.textContent).toContain('se verá válida')
  })

  it('does not promise that Adobe knows the issuer', () => {
    render(<PreflightBox lines={[line('recognised_eu', 'warning', ['dss'])]} failed={false} onRetry={() => {}} />)
    expect(screen.getByText('Adobe').closest('li')?.textContent).toContain('válida si conoce a tu autoridad')
  })

  it('reports nothing positive without a certificate', () => {
    const { container } = render(<PreflightBox lines={[]} failed={false} onRetry={() => {}} />)
    expect(container.textContent).toBe('')
  })
})

describe('the pre-flight of a key in the browser', () => {
  const files = [new File(['secreto'], 'firma.p12')]
  function open(ready = true, given: readonly File[] = files) {
    const requests: unknown[] = []
    const wrong: string[] = []
    server.use(
      http.post(at('/api/v1/preflight_signing/'), async ({ request }) => {
        requests.push(await request.json())
        return HttpResponse.json({ level: 'B-T', lines, documents: [] })
      }),
    )
    const queries = createQueryClient()
    const page = (of: readonly File[]) => (
      <QueryClientProvider client={queries}>
        <CheckKey
          level="B-T"
          files={of}
          password="clave secreta"
          requireKey={() => ready}
          onWrongPassphrase={(text) => wrong.push(text)}
        />
      </QueryClientProvider>
    )
    const { rerender } = render(page(given))
    return { requests, wrong, choose: (of: readonly File[]) => rerender(page(of)) }
  }
  const button = () => screen.getByRole('button', { name: 'Comprobar mi certificado' })

  it('sends only the certificate, forgets the key, and asks again for another file', async () => {
    const { requests, choose } = open()
    await userEvent.click(button())
    expect(await screen.findByText('Consejo de validity')).toBeTruthy()
    expect(requests).toEqual([{ level: 'B-T', certificate: 'Y2Vy', chain: ['Y2E='] }])
    expect(key.forgotten).toBe(1)
    choose([new File(['otro'], 'otra.p12')])
    expect(button()).toBeTruthy()
    expect(screen.queryByText('Consejo de validity')).toBe(null)
  })

  it('opens nothing before file and passphrase are there', async () => {
    const { requests } = open(false)
    await userEvent.click(button())
    expect(key.forgotten).toBe(0)
    expect(requests).toEqual([])
  })

  it('shows a wrong passphrase at its field', async () => {
    key.wrong = true
    const { wrong } = open()
    await userEvent.click(button())
    expect(wrong).toHaveLength(1)
    expect(screen.queryByRole('alert')).toBe(null)
  })
})
