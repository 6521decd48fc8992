import type { BrowserContextOptions } from 'playwright-core'

export const desktop: BrowserContextOptions = {
  viewport: { width: 1440, height: 900 },
  colorScheme: 'light',
  locale: 'es-EC',
  acceptDownloads: true,
}

export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  colorScheme: 'dark',
  locale: 'es-EC',
  hasTouch: true,
  isMobile: true,
  acceptDownloads: true,
}
