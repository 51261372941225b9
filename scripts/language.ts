// Refuses private words in names and mannered words in prose: node scripts/language.ts [folder or file ...]
import { globSync, readFileSync } from 'node:fs'

/** A pattern and the plain word for it. Names are written in camelCase, snake_case and kebab-case. */
const names: [RegExp, string][] = [
  [/(?<![a-zI])[dD]eeds?(?![a-z])|[a-z]Deeds?(?![a-z])/, 'action, audit event'],
  [/\bpress(ed)?(Picture|Image)\b|\bpressPicture|PressedPicture/, 'processImage, ProcessedImage'],
  [
    /\bentr(y|ies)(Card|Page|Path|Form|Values|Refusal|Of|Id|Title|Field|Image|Url|Count|Row|Shown|Visible|Listed|Public)\w*/,
    'submission',
  ],
  [/\b(all|my|own|more|recent|public|their|other)Entr(y|ies)\b/, 'submissions'],
  [/\bsettle(Points|d)?\b/, 'applyPoints'],
  [/\brevise[A-Z]\w*/, 'update'],
  [/\b(hand-?[cC]hanges?|byHand|hand-forms)\b/, 'adjustments'],
  [/\bdojo(_now|Time|Counts?)\b|\bupToDate\b/, 'app_now, databaseNow, siteCounts, advanceAndGetTime'],
  [/\bcarryOut(On)?\b/, 'runAdminAction, runChallengeAction'],
  [/\b(orMessage|orToast|orNull)\b/, 'submitOrMessage, submitOrToast, loadOrNull'],
  [/\b(askAddress|staysAsAsked)\b/, 'confirmationUrl, keepConfirmationData'],
  [/\b(patience|patienceMs)\b/, 'timeoutMs, delayMs'],
  [/\ballowances?\b/, 'rateLimit'],
  [/\bverdict\b/i, 'limitResult, result'],
  [/\b(brought|broughtFields)\b/, 'hiddenFields'],
  [/\bkept(Form|Texts|-form|-texts)\w*|\bKeptTexts\b/, 'preservedForm, PreservedInput'],
  [/\bstaged(Image|-image)\b/, 'pendingImage'],
  [
    /\b(inlay|noren|houseOf|stagecraft|tellStory|furnish)\b/,
    'embedImage, CategoryNav, siteInfo, seed helpers, buildTimeline, seedFixtures',
  ],
  [
    /\b(Onward|FormFault|ErrorScreen|ChallengeFault|ProfileFault|MemberFault)\b/,
    'ArrowLink, FormError, ErrorPage, ...Error',
  ],
  [/\blook="(go|quiet)"/, 'variant="primary", variant="secondary"'],
]
const prose: [RegExp, string][] = [
  [/\bwho(so)?ever\b/i, 'a person who, anyone who'],
  [/\bnobody\b/i, 'no one, not ... any'],
  [/\banew\b/i, 'again'],
  [/\bmeanwhile\b/i, 'until then, in between'],
  [/\bmend(s|ed|ing)?\b/i, 'fix'],
  [/\bdeeds?\b/i, 'action'],
  [/\bstands? for\b/i, 'represents, replaces'],
  [/\b(it|which|that|files?|data) lies\b/i, 'is'],
  [/\bof (its|their|one's|our) own\b/i, 'own, separate'],
  [/\bwhere there (is|are) (none|no)\b/i, 'if none exists'],
  [/\bno longer ago\b|\bever so\b|\bto be sure\b|\bnaught\b|\bwhereupon\b|\bthereof\b/i, 'plain words'],
]
/** Words quoted by this check itself, history, texts of the requirements, and generated or frozen files. */
const ignored =
  /^(scripts\/language\.ts|CHANGELOG\.md|docs\/requirements\/|db\/migrations\/|db\/demo\/world\/|test\/release\/)/

const given = process.argv.slice(2)
const patterns = ['app', 'bench', 'db', 'docs', 'domain', 'platform', 'scripts', 'server', 'test'].map(
  (folder) => `${folder}/**/*.{ts,tsx,mts,mjs,css,md}`,
)
const paths = globSync([...patterns, '*.md', '*.ts']).filter(
  (path) => !ignored.test(path) && (given.length === 0 || given.some((part) => path.startsWith(part))),
)
let found = 0
for (const path of paths) {
  const isDocument = path.endsWith('.md')
  for (const [index, line] of readFileSync(path, 'utf8').split('\n').entries()) {
    for (const [pattern, plain] of isDocument ? prose : [...names, ...prose]) {
      const match = pattern.exec(line)
      if (!match) continue
      found += 1
      console.error(`${path}:${index + 1}: '${match[0]}', rather: ${plain}`)
    }
  }
}
console.log(`${paths.length} files, ${found === 0 ? 'plain words only' : `${found} words to replace`}`)
process.exitCode = found === 0 ? 0 : 1
