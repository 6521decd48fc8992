import type { Topic } from './topics.ts'

/** Endings of verbs, and plurals, of both languages. */
const ending = '[aeiouy]*(?:s|(?<!i)n|r|d|ng|[dr][aeo]s?|ndo|mos|ron|ste|[ct]ion(?:e?s)?|r?(?:l[aeo]s?|[mts]e))?'
/** Two forms of one word, as in «firmo» and «firmar» or “signed” and “signing”. */
const sameStem = new RegExp(`^(.{3,})${ending} \\1${ending}$`)

/** True if a word of a text answers a word of the search, which may be its beginning or another form of it. */
const answers = (asked: string, word: string): boolean =>
  word.startsWith(asked) || (word.startsWith(asked.slice(0, 3)) && sameStem.test(`${asked} ${word}`))

/** The words of a text in lower case, without accents. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** What a hit in the title, the other words, the summary and the steps counts; the word itself in the first two, a bit more. */
const weights = [8, 7, 6, 5]

/**
 * Returns a search that ranks the topics by the words that each has; a word that few topics have counts more.
 * `fillers`: words that say nothing about a topic.
 */
export function topicSearch<Name extends string>(topics: Record<Name, Topic>, fillers: string): (q: string) => Name[] {
  const names = Object.keys(topics) as Name[]
  const without = new Set(wordsOf(fillers))
  const fields = names.map((name) => {
    const { title, words, text, steps } = topics[name]
    return [title, words, text, steps.join(' ')].map(wordsOf)
  })
  const rank = (asked: string) => {
    const hits = fields.map((lists) => {
      const weight = Math.max(0, ...weights.filter((_, at) => lists[at]!.some((word) => answers(asked, word))))
      const exact = lists.slice(0, 2).some((list) => list.includes(asked))
      return exact ? weight + 0.5 : weight
    })
    const rarity = Math.log(1 + names.length / hits.filter((hit) => hit > 0).length)
    return hits.map((hit) => hit && hit * rarity)
  }
  return (q) => {
    const typed = [...new Set(wordsOf(q))]
    const telling = typed.filter((word) => !without.has(word))
    const ranks = (telling.length > 0 ? telling : typed).map(rank)
    const found = names.map((name, at) => ({ name, score: ranks.reduce((sum, scores) => sum + scores[at]!, 0) }))
    const best = Math.max(...found.map(({ score }) => score))
    return found
      .filter(({ score }) => score > 0 && score >= best / 2)
      .toSorted((a, b) => b.score - a.score)
      .map(({ name }) => name)
  }
}
