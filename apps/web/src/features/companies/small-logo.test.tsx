import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { drawPage } from '../../test/draw-page.tsx'
import { at, http, HttpResponse, server, signedIn, useServer } from '../../test/server.ts'
import { SmallLogo } from './components/small-logo.tsx'

useServer()

it.each([
  [200, 100, true],
  [201, 100, false],
  [100, 201, false],
])('a logo of %d × %d is shown in the small square: %s', async (naturalWidth, naturalHeight, shown) => {
  signedIn()
  URL.createObjectURL = () => 'blob:x'
  URL.revokeObjectURL = () => {}
  server.use(http.get(at('/api/v1/company_logo/:id/'), () => new HttpResponse(new Blob(['x'], { type: 'image/png' }))))
  drawPage(<SmallLogo id="1">CA</SmallLogo>)
  const image = await waitFor(() => {
    const found = document.querySelector('img')
    if (found === null) throw new Error('there is no image yet')
    return found
  })
  expect(screen.getByText('CA')).toBeTruthy()
  Object.defineProperties(image, { naturalWidth: { value: naturalWidth }, naturalHeight: { value: naturalHeight } })
  fireEvent.load(image)
  expect(screen.queryByText('CA') === null).toBe(shown)
  expect(document.querySelector('img:not(.hidden *)') !== null).toBe(shown)
})
