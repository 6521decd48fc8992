import { en as administerEnglish } from '../../apps/web/src/features/help/texts/administer-topics.en.ts'
import { administerTopics } from '../../apps/web/src/features/help/texts/administer-topics.ts'
import { en as sheetEnglish } from '../../apps/web/src/features/help/texts/evidence-sheet.en.ts'
import { evidenceSheet } from '../../apps/web/src/features/help/texts/evidence-sheet.ts'
import { en as helpEnglish } from '../../apps/web/src/features/help/texts/help.en.ts'
import { help } from '../../apps/web/src/features/help/texts/help.ts'
import { en as manageEnglish } from '../../apps/web/src/features/help/texts/manage-topics.en.ts'
import { manageTopics } from '../../apps/web/src/features/help/texts/manage-topics.ts'
import { en as mediateEnglish } from '../../apps/web/src/features/help/texts/mediate-topics.en.ts'
import { mediateTopics } from '../../apps/web/src/features/help/texts/mediate-topics.ts'
import { en as signEnglish } from '../../apps/web/src/features/help/texts/sign-topics.en.ts'
import { signTopics } from '../../apps/web/src/features/help/texts/sign-topics.ts'
import {
  helpTabs,
  topicsOf,
  type HelpTab,
  type HelpTopic,
  type Topic,
} from '../../apps/web/src/features/help/topics.ts'
import { en as homeEnglish } from '../../apps/web/src/features/home/texts/home.en.ts'
import { home } from '../../apps/web/src/features/home/texts/home.ts'

type Edition = {
  /** Its folder, from the root of the repository. */
  folder: string
  files: Record<HelpTab, string>
  sheetFile: string
  title: string
  intro: string
  /** A link to the edition in the other language. */
  other: string
  tabs: Record<HelpTab, string>
  topics: Record<HelpTopic, Topic>
  sheet: typeof evidenceSheet
  steps: typeof home.steps
}

const spanish: Edition = {
  folder: 'docs/guia',
  files: { sign: 'firmar.md', mediate: 'mediar.md', manage: 'gestionar.md', administer: 'administrar.md' },
  sheetFile: 'resultados.md',
  title: 'Guía de Foja',
  intro:
    'La misma guía está dentro de Foja, en «Ayuda» (`/ayuda`), con buscador y sin internet. Para instalar y cuidar el servidor: [guía de administración](../administracion/README.md).',
  other: '[English](en/README.md)',
  tabs: help.tabs,
  topics: { ...signTopics, ...mediateTopics, ...manageTopics, ...administerTopics },
  sheet: evidenceSheet,
  steps: home.steps,
}

const english: Edition = {
  folder: 'docs/guia/en',
  files: { sign: 'signing.md', mediate: 'mediation.md', manage: 'management.md', administer: 'administration.md' },
  sheetFile: 'results.md',
  title: 'Guide to Foja',
  intro:
    'The same guide is inside Foja, in “Help” (`/ayuda`), with a search and without internet. The pictures show the Spanish screens. To install and run a server: [administrator’s guide](../../administracion/README.md) (in Spanish).',
  other: '[Español](../README.md)',
  tabs: helpEnglish.tabs,
  topics: { ...signEnglish, ...mediateEnglish, ...manageEnglish, ...administerEnglish },
  sheet: sheetEnglish,
  steps: homeEnglish.steps,
}

/** Where the pictures of the help are, from the root of the repository. */
const pictures = 'apps/web/src/features/help/pictures'

/** The anchor that GitHub gives a heading. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

function topicSection({ folder, topics }: Edition, topic: HelpTopic): string[] {
  const { title, text, steps } = topics[topic]
  const up = folder.split('/').map(() => '..')
  return [
    `## ${title}`,
    text,
    `![${title}](${[...up, pictures, `${topic}-light.webp`].join('/')})`,
    steps.map((step, at) => `${at + 1}. ${step}`).join('\n'),
  ]
}

function tabPage(edition: Edition, tab: HelpTab): string[] {
  const { tabs, title } = edition
  return [`# ${tabs[tab]}`, `[${title}](README.md)`, ...topicsOf[tab].flatMap((topic) => topicSection(edition, topic))]
}

function sheetPage({ sheet, title }: Edition): string[] {
  const table = (rows: readonly (readonly [string, string])[]) =>
    ['| | |', '|---|---|', ...rows.map(([name, text]) => `| ${name} | ${text} |`)].join('\n')
  return [
    `# ${sheet.title}`,
    `[${title}](README.md)`,
    sheet.intro,
    `## ${sheet.verdictsTitle}`,
    ...sheet.verdicts.flatMap(({ name, proves, adobe, act }) => [
      `### ${name}`,
      proves,
      `- **${sheet.adobe}:** ${adobe}\n- **${sheet.act}:** ${act}`,
    ]),
    `## ${sheet.checkTitle}`,
    sheet.check.map((way) => `- ${way}`).join('\n'),
    `## ${sheet.termsTitle}`,
    table(sheet.terms),
    `## ${sheet.lawsTitle}`,
    sheet.lawsText,
    table(sheet.laws),
    sheet.note,
  ]
}

function firstPage({ title, intro, other, steps, tabs, files, topics, sheet, sheetFile }: Edition): string[] {
  const first = ['company', 'mail', 'people', 'certificate', 'authority', 'template', 'request'] as const
  return [
    `# ${title}`,
    intro,
    other,
    `## ${steps.title}`,
    first.map((key, at) => `${at + 1}. **${steps[key].label}.** ${steps[key].text}`).join('\n'),
    ...helpTabs.flatMap((tab) => [
      `## [${tabs[tab]}](${files[tab]})`,
      topicsOf[tab]
        .map(
          (topic) =>
            `- [${topics[topic].title}](${files[tab]}#${anchorOf(topics[topic].title)}): ${topics[topic].text}`,
        )
        .join('\n'),
    ]),
    `## [${sheet.title}](${sheetFile})`,
    sheet.intro,
  ]
}

/** The pages of the guide, by their path from the root of the repository. */
export function guidePages(): Map<string, string> {
  const pages = [spanish, english].flatMap((edition) => [
    [`${edition.folder}/README.md`, firstPage(edition)] as const,
    ...helpTabs.map((tab) => [`${edition.folder}/${edition.files[tab]}`, tabPage(edition, tab)] as const),
    [`${edition.folder}/${edition.sheetFile}`, sheetPage(edition)] as const,
  ])
  return new Map(pages.map(([path, parts]) => [path, `${parts.join('\n\n')}\n`]))
}
