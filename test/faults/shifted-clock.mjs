// Preloaded by NODE_OPTIONS: the clock of the process is FAULT_CLOCK_MS milliseconds ahead.
const shift = Number(process.env.FAULT_CLOCK_MS ?? 0)
const RealDate = Date

class ShiftedDate extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + shift)
    else super(...parts)
  }

  static now() {
    return RealDate.now() + shift
  }
}

globalThis.Date = ShiftedDate
