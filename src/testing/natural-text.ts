/** The most frequent words of English texts, in their order. */
const frequent = `the of and to a in for is on that with as it by are at from be this an or which you not have can
we their has its more one but all was they will when other into than about each also how no up out so what time use data if them our
most some work system only team new first two where should any these your many those business before while between make over
after same through may need way because even such there who every without well part used under both long small`.split(
  /\s+/,
)

/** The subjects of the posts. The first are in more than half of the posts, the last in few. */
const subjects = `cloud data service security model platform network cost deploy customer migration pipeline storage
analytics learning kubernetes container cluster database backup region latency budget monitoring incident compliance encryption identity
training prompt embedding retrieval warehouse dashboard schema stream queue cache gateway terraform serverless observability governance
roadmap startup architecture refactoring testing release rollback resilience throughput replica shard index transaction audit secret token
firewall vulnerability patch phishing mobile frontend accessibility design invoice contract partner vendor procurement onboarding mentor`.split(
  /\s+/,
)

const syllables = 'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu bra cle dri flo gru sta tre'.split(' ')
const rareWords = 12_000
/** Words are drawn from this table, which contains each according to its frequency. */
const tableSize = 1 << 16

/** Made-up words: number 0 is `babace`. */
function madeUp(number: number): string {
  let word = ''
  for (let rest = number; word.length < 5 || rest > 0; rest = Math.floor(rest / syllables.length))
    word += syllables[rest % syllables.length]
  return word
}

/** The words by frequency: after every second frequent word one of the subjects, then the made-up ones. */
function vocabulary(): string[] {
  const words: string[] = []
  const [common, special] = [frequent.values(), subjects.values()]
  for (let place = 0; words.length < frequent.length + subjects.length; place++) {
    const { value } = place % 3 === 2 ? special.next() : common.next()
    if (value) words.push(value)
    else if (place > 1_000) break
  }
  return [...words, ...Array.from({ length: rareWords }, (_, number) => madeUp(number))]
}

/** Numbers from 0 up to 1 that look random and are the same in every run (mulberry32). */
export function repeatableRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Texts whose words are as unevenly frequent as those of a natural language: the n-th word occurs 1/n as often as the first (Zipf's law). */
export function naturalText(random: () => number) {
  const words = vocabulary()
  const weights = words.map((_, place) => 1 / (place + 2.7))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const table = words.flatMap((_, place) =>
    Array.from({ length: Math.max(1, Math.round(((weights[place] ?? 0) / total) * tableSize)) }, () => place),
  )
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
  const word = () => words[pick(table)] as string
  const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
  const sentence = () => `${capital(Array.from({ length: 6 + Math.floor(random() * 14) }, word).join(' '))}.`
  return {
    pick,
    /** A number of subjects in a phrase, such as a title. */
    phrase: () => capital(`${pick(subjects)} ${pick(frequent)} ${pick(subjects)} ${word()} ${word()}`),
    sentence,
    /** Paragraphs, with an empty line between two. */
    text: (paragraphs: number) =>
      Array.from({ length: paragraphs }, () =>
        Array.from({ length: 2 + Math.floor(random() * 4) }, sentence).join(' '),
      ).join('\n\n'),
  }
}
