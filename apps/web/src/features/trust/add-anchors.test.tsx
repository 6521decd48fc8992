import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { at, http, HttpResponse, problem, server, signedIn, useServer } from '../../test/server.ts'
import { readToasts, toast } from '../../ui/toast-store.ts'
import { useAddAnchors } from './components/add-anchors.tsx'
import { renderWithQueries } from '../../test/render.tsx'

useServer()

const fingerprint = 'ab12cd34'.repeat(8)
const found = {
  subject: 'CN=AC Raíz, O=Registro, C=EC',
  issuer: 'CN=AC Raíz, O=Registro, C=EC',
  fingerprint,
  not_before: '2020-01-02T00:00:00.000Z',
  not_after: '2040-01-02T00:00:00.000Z',
  known: false,
  shipped: false,
}
const file = new File(['x'], 'raíz.cer')
function AddAnchors() {
  const { button, refusal, dialog } = useAddAnchors()
  return (
    <>
      {button}
      {refusal}
      {dialog}
    </>
  )
}

/** The `data` field of each request, in order. */
let bodies: unknown[]

function open(preview: () => Response) {
  server.use(
    http.post(at('/api/v1/upload_trust_anchor/'), async ({ request }) => {
      const text = await request.text()
      const data = JSON.parse(/name="data"\r\n\r\n(.*)\r\n/.exec(text)?.[1] ?? 'null') as { preview: boolean }
      bodies.push(data)
      return data.preview ? preview() : HttpResponse.json([{}], { status: 201 })
    }),
  )
  const { container } = renderWithQueries(<AddAnchors />)
  const input = container.querySelector<HTMLInputElement>('input[type=file]')
  if (input === null) throw new Error('There is no file input')
  return userEvent.upload(input, file)
}

beforeEach(() => {
  signedIn()
  toast.dismiss()
  bodies = []
})

describe('adding authorities from files', () => {
  it('shows the fingerprint to compare, and trusts only after confirmation', async () => {
    await open(() => HttpResponse.json([found]))
    expect(await screen.findByRole('dialog', { name: '¿Confiar en AC Raíz?' })).toBeTruthy()
    expect(screen.getByText('Huella SHA-256')).toBeTruthy()
    expect(screen.getByText(Array.from({ length: 8 }, () => 'ab12 cd34').join(' '))).toBeTruthy()
    expect(bodies).toEqual([{ preview: true }])
    await userEvent.click(screen.getByRole('button', { name: 'Confiar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bodies).toEqual([{ preview: true }, { preview: false }])
    expect(readToasts().map(({ text }) => text)).toEqual(['Autoridad agregada'])
  })

  it('trusts nothing after cancelling', async () => {
    await open(() => HttpResponse.json([found, { ...found, fingerprint: 'ff', known: true }]))
    expect(await screen.findByRole('dialog', { name: '¿Confiar en 2 autoridades?' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bodies).toEqual([{ preview: true }])
  })

  it('requires no fingerprint comparison for authorities shipped with Foja', async () => {
    await open(() => HttpResponse.json([{ ...found, shipped: true }]))
    expect(await screen.findByText('Viene con Foja: no hace falta comparar la huella.')).toBeTruthy()
    expect(screen.queryByText('Huella SHA-256')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Confiar' }))
    await waitFor(() => expect(bodies).toEqual([{ preview: true }, { preview: false }]))
  })

  it('offers nothing if all of them are trusted already', async () => {
    await open(() => HttpResponse.json([{ ...found, known: true }]))
    await screen.findByText('No hay nada que agregar.')
    expect(screen.queryByRole('button', { name: 'Confiar' })).toBeNull()
  })

  it('shows the error beside the files', async () => {
    await open(() => problem(400, 'certificate_damaged'))
    expect((await screen.findByRole('alert')).textContent).toContain('Qué hacer.')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
