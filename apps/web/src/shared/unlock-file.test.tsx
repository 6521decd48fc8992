import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '../lib/api/query.ts'
import { needsPassword } from '../lib/files/unlock-pdf.ts'
import { at, http, HttpResponse, problem, server, signedIn, useServer } from '../test/server.ts'
import { unlock } from './texts/unlock.ts'
import { UnlockFile } from './unlock-file.tsx'

useServer()
beforeEach(() => signedIn())

const locked = new File(['%PDF-1.7 … /Encrypt 5 0 R'], 'banco.pdf', { type: 'application/pdf' })

/** The server with a file whose password is «abrir». */
function serve(): string[] {
  const given: string[] = []
  server.use(
    http.post(at('/api/v1/unlock_pdf/'), async ({ request }) => {
      const password = /{"password":"(\w*)"}/.exec(await request.text())![1]!
      given.push(password)
      return password === 'abrir'
        ? new HttpResponse('%PDF-1.7 open', { headers: { 'content-type': 'application/pdf' } })
        : problem(400, 'pdf_encrypted')
    }),
  )
  return given
}

it('the password of a file: missing, wrong, then right', async () => {
  const given = serve()
  const onUnlocked = vi.fn<(copy: File) => void>()
  render(
    <QueryClientProvider client={createQueryClient()}>
      <UnlockFile file={locked} onUnlocked={onUnlocked} />
    </QueryClientProvider>,
  )
  const user = userEvent.setup()
  const open = screen.getByRole('button', { name: unlock.open })
  await user.click(open)
  screen.getByText(unlock.missing)
  await user.type(screen.getByLabelText(unlock.label), 'otra')
  await user.click(open)
  await screen.findByText(unlock.wrong)
  await user.clear(screen.getByLabelText(unlock.label))
  await user.type(screen.getByLabelText(unlock.label), 'abrir{Enter}')
  await vi.waitFor(() => expect(onUnlocked).toHaveBeenCalledOnce())
  const copy = onUnlocked.mock.calls[0]![0]
  expect([copy.name, await copy.text()]).toEqual(['banco.pdf', '%PDF-1.7 open'])
  expect(given).toEqual(['otra', 'abrir'])
})

it('only encrypted PDFs are sent to learn whether they need a password', async () => {
  const given = serve()
  expect(await needsPassword(new File(['%PDF-1.7 plain'], 'acta.pdf'))).toBe(false)
  expect(await needsPassword(new File(['/Encrypt'], 'foto.png'))).toBe(false)
  expect(given).toEqual([])
  expect(await needsPassword(locked)).toBe(true)
  server.use(http.post(at('/api/v1/unlock_pdf/'), () => new HttpResponse('%PDF')))
  expect(await needsPassword(locked)).toBe(false)
  expect(given).toEqual([''])
})
