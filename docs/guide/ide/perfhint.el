;; M-x perfhint: the findings of a recording in a compilation buffer, whose lines are links.
(defun perfhint (recording)
  "Show what RECORDING says of the sources of the current project."
  (interactive (list (read-file-name "Recording: " nil "perfhint.jfr" t "perfhint.jfr")))
  (let ((recording (expand-file-name recording))
        (default-directory (or (locate-dominating-file default-directory ".git") default-directory)))
    (compile (format "perfhint analyze --color never --absolute-paths --source . %s" (shell-quote-argument recording)))))
