import libsvm.*;

/** Saves a model of many support vectors. */
public final class LibSvmDriver {
    public static void main(String[] args) throws Exception {
        svm.svm_set_print_string_function(text -> {});
        svm_problem problem = new svm_problem();
        problem.l = 300;
        problem.y = new double[problem.l];
        problem.x = new svm_node[problem.l][];
        for (int i = 0; i < problem.l; i++) {
            problem.y[i] = i % 3 == 0 ? 1 : -1;
            problem.x[i] = new svm_node[20];
            for (int j = 0; j < 20; j++) {
                problem.x[i][j] = new svm_node();
                problem.x[i][j].index = j + 1;
                problem.x[i][j].value = (i * 31 + j * 17) % 97 / 97.0;
            }
        }
        svm_parameter parameter = new svm_parameter();
        parameter.svm_type = svm_parameter.C_SVC;
        parameter.kernel_type = svm_parameter.RBF;
        parameter.gamma = 1;
        parameter.C = 1;
        parameter.eps = 0.01;
        parameter.cache_size = 10;
        svm_model model = svm.svm_train(problem, parameter);
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            svm.svm_save_model(args[0] + "/model.txt", model);
        }
    }
}
