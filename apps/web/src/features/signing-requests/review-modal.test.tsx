import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { documentRequestOf, fileOf } from '../../test/document-request.ts'
import { drawPage, usePages } from '../../test/draw-page.tsx'
import * as es from '../../test/es.ts'
import { ReviewModal } from './deliveries/review-modal.tsx'

usePages()

it('shows a delivered picture, and how to see one that the browser does not draw', async () => {
  const item = { ...documentRequestOf().requirements[0]!, status: 'recibido' as const }
  const photo = { ...fileOf('cedula.jpg'), mime: 'image/jpeg', paginas: null, id_documento: null }
  drawPage(<ReviewModal item={{ ...item, documents: [photo] }} from="Joaquín Vera" onClose={() => {}} />)
  const picture = await screen.findByRole<HTMLImageElement>('img', { name: 'cedula.jpg' })
  expect(picture.getAttribute('src')).toBe(photo.download_url)
  fireEvent.error(picture)
  expect(await screen.findByText(es.deliveries.noPreview)).toBeTruthy()
})
