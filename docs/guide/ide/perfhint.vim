" perfhint as a compiler: ":compiler perfhint", then ":make" fills the quickfix list.
" let g:perfhint_recording names another recording than perfhint.jfr.
if exists('current_compiler')
  finish
endif
let current_compiler = 'perfhint'

execute 'CompilerSet makeprg=' . escape('perfhint analyze --color never --absolute-paths --source . ' . get(g:, 'perfhint_recording', 'perfhint.jfr'), ' ')
CompilerSet errorformat=%f:%l:%c:\ high:\ %m,%f:%l:%c:\ medium:\ %m,%f:%l:%c:\ low:\ %m,%f:%l:%c:\ info:\ %m,%-G%.%#
