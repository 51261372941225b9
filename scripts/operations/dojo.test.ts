import { execFile, spawnSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { appendFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listening } from '#test/listening.ts'
import { temporaryFolder } from '#test/server-process.ts'
import { readUnit } from './unit.ts'

function dojo(words: string[], env: Record<string, string> = {}) {
  const settings = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }
  return new Promise<{ code: number; out: string; err: string }>((done) => {
    const options = { env: { ...settings, ...env } }
    const child = execFile('sh', ['scripts/operations/dojo.sh', ...words], options, (_, out, err) =>
      done({ code: child.exitCode ?? -1, out, err }),
    )
  })
}

describe('npm run dojo', () => {
  test.each([[], ['toString'], ['update-all']])('lists its commands: %j', async (...words) => {
    const { code, out, err } = await dojo(words as string[])
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain('check-invariants')
  })

  test('passes the arguments on', async () => {
    expect(await dojo(['admin', 'grant'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('Usage: npm run dojo -- admin grant <email or id> [moderator]'),
    })
    expect(await dojo(['restore'])).toMatchObject({ code: 2, err: expect.stringContaining('restore') })
  })

  test.each([['migrate'], ['check-results'], ['maintenance', 'on']])(
    '%s uses a database and never creates one',
    async (...words) => {
      const dataDir = join(await temporaryFolder(), 'data')
      const { code, err } = await dojo(words, { DATA_DIR: dataDir, DATABASE_URL: '' })
      expect(code).toBe(1)
      expect(err).toBe(`There is no database in ${dataDir} yet: start the app once, or set DATA_DIR\n`)
      expect(existsSync(dataDir)).toBe(false)
    },
  )

  test.runIf(process.getuid?.() === 0)('update refuses to work beside another one', () => {
    const args = ['--nonblock', '.', 'sh', 'scripts/operations/dojo.sh', 'update']
    const { status, stderr } = spawnSync('flock', args, { encoding: 'utf8' })
    expect([status, stderr]).toEqual([1, `Another update works in ${realpathSync('.')}\n`])
  })

  test('update refuses a folder that no unit runs', async () => {
    const { code, err } = await dojo(['update'])
    expect(code).toBe(1)
    expect(err).toMatch(
      process.getuid?.() === 0 ? /^\/etc\/systemd\/.* does not run the app in / : /^Run this as root/,
    )
  })
})

describe('npm run dojo -- ready', () => {
  test('waits until the app is ready, and fails if it does not become so', async () => {
    const answers = [503, 503, 200]
    const server = createServer((_, response) => {
      const status = answers.shift() ?? 503
      response.writeHead(status).end(status === 200 ? 'ready\n' : 'the database cannot be written\n')
    })
    const url = await listening(server)
    const env = { PORT: new URL(url).port }
    expect(await dojo(['ready'], env)).toMatchObject({ code: 0, out: `${url}/readyz: ready\n` })
    expect(await dojo(['ready', '0'], env)).toMatchObject({
      code: 1,
      err: `${url}/readyz after 0 s: the database cannot be written\n`,
    })
    server.close()
  })
})

describe('the installed unit', () => {
  async function installed(settings: string): Promise<string> {
    const folder = await temporaryFolder()
    const file = join(folder, 'creative-dojo.service')
    await writeFile(join(folder, 'settings'), settings)
    const lines = ['User=dojo', 'Group=friends', 'WorkingDirectory=/opt/creative-dojo']
    const own = ['Environment=DATA_DIR=/var/lib/dojo', 'Environment=PORT=4000']
    await writeFile(file, [...lines, ...own, `EnvironmentFile=${join(folder, 'settings')}`, ''].join('\n'))
    return file
  }

  test('has the settings of its file over its own, as systemd reads them', async () => {
    const text = `# A comment\nPORT=5000\nSMTP_URL=smtp://ann:a#b@mail.example\nPRODUCT_NAME="Our Dojo"\nMAIL_FROM=\n`
    expect(readUnit(await installed(text), '/opt/creative-dojo')).toMatchObject({
      user: 'dojo',
      group: 'friends',
      settings: {
        DATA_DIR: '/var/lib/dojo',
        PORT: '5000',
        SMTP_URL: 'smtp://ann:a#b@mail.example',
        PRODUCT_NAME: 'Our Dojo',
        MAIL_FROM: '',
      },
    })
  })

  test('has the settings of several files, the last over the others, and of none that may be missing', async () => {
    const file = await installed('PORT=5000\nHOST=::1\n')
    const more = `${file}.more`
    await writeFile(more, 'PORT=6000\n')
    await appendFile(file, `EnvironmentFile=-/nowhere/settings\nEnvironmentFile=${more}\n`)
    expect(readUnit(file, '/opt/creative-dojo')?.settings).toMatchObject({ HOST: '::1', PORT: '6000' })
  })

  test('is that of the folder, or none', async () => {
    expect(readUnit(await installed(''), '/home/ann/creative-dojo')).toBeUndefined()
    expect(readUnit('/nowhere/creative-dojo.service', '/opt/creative-dojo')).toBeUndefined()
    const shipped = resolve('deploy/creative-dojo.service')
    expect(() => readUnit(shipped, '/opt/creative-dojo')).toThrow(
      /settings of the app cannot be read, run this as root/,
    )
  })

  test('gives its account to a command that root runs, and is refused to others', () => {
    const unit = {
      user: 'nobody',
      group: 'nogroup',
      settings: { PORT: '4000', HOST: '::1' },
      settingsFiles: ['/f'],
    }
    const script = `import { enterUnit } from './scripts/operations/unit.ts'
      enterUnit(${JSON.stringify(unit)})
      console.log(process.getuid() > 0, process.getgroups().includes(0), process.env.PORT, process.env.HOST)`
    const args = ['--input-type=module', '--eval', script]
    const env = { PATH: process.env.PATH, PORT: '3999' }
    const { stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
    if (process.getuid?.() === 0)
      expect([stdout, stderr]).toEqual(['true false 3999 ::1\n', 'Settings of /f, as nobody.\n'])
    else expect(stderr).toContain('This command must run as root or nobody')
  })
})
