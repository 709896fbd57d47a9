import java.io.File;
import java.util.*;
import net.sf.mpxj.*;
import net.sf.mpxj.sdef.SDEFWriter;

/** Writes a project plan of 300 tasks in the format SDEF. */
public final class MpxjDriver {
    public static void main(String[] args) throws Exception {
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
        ProjectFile project = new ProjectFile();
        Date start = new GregorianCalendar(2022, Calendar.MARCH, 1).getTime();
        Date end = new GregorianCalendar(2022, Calendar.MARCH, 8).getTime();
        project.getProjectProperties().setName("bridge");
        project.getProjectProperties().setProjectID("P1");
        project.getProjectProperties().setManager("Ann");
        project.getProjectProperties().setStartDate(start);
        project.getProjectProperties().setFinishDate(end);
        project.getProjectProperties().setStatusDate(start);
        project.addDefaultBaseCalendar();
        for (int i = 1; i <= 300; i++) {
            Task task = project.addTask();
            task.setName("task " + i);
            task.setActivityID("A" + i);
            task.setDuration(Duration.getInstance(5, TimeUnit.DAYS));
            task.setRemainingDuration(Duration.getInstance(5, TimeUnit.DAYS));
            task.setStart(start);
            task.setFinish(end);
            task.setEarlyStart(start);
            task.setEarlyFinish(end);
            task.setLateStart(start);
            task.setLateFinish(end);
            task.setPercentageComplete(0);
        }
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            new SDEFWriter().write(project, new File(args[0], "plan" + i % 10 + ".sdef"));
        }
    }
}
