import { fireEvent } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { printImages } from './print-sheet.ts'

afterEach(() => document.body.replaceChildren())

it('images are printed on pages of their own, once all are loaded', async () => {
  const done = printImages('Acta', ['/api/v1/page_image/1/', '/api/v1/page_image/2/'])
  const view = document.querySelector('iframe')?.contentWindow
  const printed = vi.fn()
  Object.assign(view ?? {}, { print: printed })
  const images = Array.from(view?.document.querySelectorAll('img') ?? [])
  expect(images.map((image) => [image.getAttribute('src'), image.style.breakAfter])).toEqual([
    ['/api/v1/page_image/1/', 'page'],
    ['/api/v1/page_image/2/', 'page'],
  ])
  expect(view?.document.title).toBe('Acta')
  expect(printed).not.toHaveBeenCalled()
  for (const image of images) fireEvent.load(image)
  await done
  expect(printed).toHaveBeenCalledOnce()
})
