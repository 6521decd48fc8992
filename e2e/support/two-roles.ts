import type { Role } from '@foja/contracts/roles'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { desktop, phone } from './devices.ts'
import type { Foja } from './foja.ts'
import { watch } from './look.ts'
import { openAs } from './office.ts'
import { people } from './people.ts'
import { screenOf } from './screen.ts'
import { english, texts } from './spanish.ts'
import { whole } from './variants.ts'

type Run = readonly [Role, language: 'es' | 'en', mode: 'light' | 'dark', device: BrowserContextOptions]

/** Two runs: each language, mode and device once. What each role may do is proven by the permission matrix. */
const runs: Run[] = [
  ['usuario', 'es', 'dark', phone],
  ['admin', 'en', 'light', desktop],
]

/** The run of the gate, by the device of the place. */
const inGate = { desktop: ['admin', 'en', 'light', desktop], phone: ['admin', 'en', 'dark', phone] } as const

type Place = {
  /** Evaluated at each step: both exist only when the tests begin. */
  browser: () => Browser
  foja: () => Foja
  /** Prefix of each screenshot. */
  prefix?: string
  /** The device of the one run in the gate. Default: desktop. */
  inGate?: keyof typeof inGate
}

/** A signed-in user of the role, with helpers for tests. */
function sitDown({ browser, foja, prefix }: Place, [role, language, mode, device]: Run) {
  const isPhone = device === phone
  const tag = [...(prefix === undefined ? [] : [prefix]), role, language, mode, isPhone ? 'phone' : 'desktop'].join('-')
  let context: BrowserContext
  let page: Page
  let faults: () => string[]
  /** URLs of the refused calls. */
  const refused: string[] = []

  beforeAll(async () => {
    const locale = language === 'es' ? 'es-EC' : 'en-GB'
    context = await openAs(browser(), foja(), people[role], { ...device, locale, colorScheme: mode })
    page = await context.newPage()
    faults = watch(page)
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(response.url())
    })
  })
  afterAll(async () => context.close())

  return {
    role,
    tag,
    isPhone,
    isStaff: role !== 'usuario',
    manages: role === 'gestor' || role === 'admin',
    t: language === 'es' ? texts : english,
    context: () => context,
    page: () => page,
    faults: () => faults(),
    refused,
    screen: screenOf({ page: () => page, origin: () => foja().origin, language, mode, tag }),
  }
}

type Desk = ReturnType<typeof sitDown>

/** Defines these tests once per run (see `variants.ts`), with role, language, colour mode and device. */
export function describeTwoRoles(place: Place, tests: (desk: Desk) => void): void {
  describe.each(whole ? runs : [inGate[place.inGate ?? 'desktop']])('%s, %s, %s', (...run) =>
    tests(sitDown(place, run)),
  )
}
