import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { drawPage } from '../../../test/draw-page.tsx'
import { at, http, HttpResponse, server, signedIn, useServer } from '../../../test/server.ts'
import { PreviewModal } from './preview-modal.tsx'

useServer()
beforeEach(() => signedIn())

it('the preview of a draft is downloaded as a PDF', async () => {
  const saved: Blob[] = []
  URL.createObjectURL = (blob) => `blob:${saved.push(blob as Blob)}`
  const bodies: unknown[] = []
  server.use(
    http.post(at('/api/v1/preview_pdf_template/'), async ({ request }) => {
      const body = (await request.json()) as { images?: boolean }
      if (body.images === true)
        return HttpResponse.json({ paginas: 1, pages: [{ page: 1, width: 595, height: 842, url: '/p/' }] })
      bodies.push(body)
      return new HttpResponse('%PDF', { headers: { 'Content-Type': 'application/pdf' } })
    }),
  )
  drawPage(
    <PreviewModal
      name="Acta"
      pdfPath="base"
      document={{ locale: 'es-EC', fields: [] }}
      today="2026-11-20"
      onClose={() => {}}
    />,
  )
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Descargar PDF' })
  await waitFor(() => expect(button.disabled).toBe(false))
  await userEvent.click(button)
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(bodies).toEqual([{ pdf_path: 'base', fields: [], locale: 'es-EC', data: {} }])
  expect(await saved[0]?.text()).toBe('%PDF')
})
