import type { Section } from '../../i18n/section.ts'

/** The texts of what comes after the panel for signing itself; app/page-sections.test.ts holds them against the code. */
export const lateSections = ['mySignature', 'signOptions'] as const satisfies readonly Section[]
