import type { Section } from '../../i18n/section.ts'

/** The texts of what comes after the panel for signing itself; app/page-sections.ts holds its own list against the code. */
export const lateSections = ['mySignature', 'signOptions'] as const satisfies readonly Section[]
